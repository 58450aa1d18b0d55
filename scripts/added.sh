# What `test --full` runs: of the stages that it leaves out those whose folders changed, and two drawn by the commit; and of all of them
# those for which there is time. Sourced, not run.
# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # the lists of stages.sh

most_added=8      # minutes of two free processors for all that is added
most_seconds=4500 # what would end later is not begun: nobody waits for a run of more than an hour and a half
ran_minutes=0     # those of stages.sh, of all that has run

# has_time_for NAME: whether it would end in time at the pace so far. A busy machine takes up to four times as long as a free one.
has_time_for() {
    local minutes=${minutes_of["full $1"]} seconds
    seconds=$((minutes * 60))
    if ((ran_minutes > 0 && SECONDS > ran_minutes * 60)); then
        seconds=$((minutes * SECONDS / ran_minutes))
    fi
    ((SECONDS + seconds <= most_seconds))
}

# changed_files: the files that differ from where this branch left the main one, a line each; on the main branch, and without one, from
# the commit before. Its status is 1 where nobody can say: in a copy without git, or in a clone that ends here.
changed_files() {
    local main base=""
    is_checkout || return 1
    for main in refs/remotes/origin/HEAD refs/remotes/origin/main refs/heads/main refs/remotes/origin/master refs/heads/master; do
        base=$(git merge-base HEAD "$main" 2>/dev/null) && break
    done
    if [[ -z $base || $base == "$(git rev-parse HEAD)" ]]; then
        base=$(git rev-parse --verify --quiet HEAD~1) || return 1
    fi
    git diff --name-only --no-renames "$base" -- && git ls-files --others --exclude-standard
}
# is_checkout: not so below the checkout of something else.
is_checkout() { [[ $(git rev-parse --show-toplevel 2>/dev/null) == "$(pwd -P)" ]] && git rev-parse --verify --quiet HEAD >/dev/null; }

# guarding FILE…: the stages that guard one of these files, a line each.
guarding() {
    local name path file
    for name in "${by_name[@]}"; do
        for path in ${guarded_by[$name]}; do
            for file in "$@"; do
                [[ $file != "$path" && $file != "$path"/* ]] || { echo "$name" && continue 3; }
            done
        done
    done
}

# drawn_order HASH: all of them, each order for another remainder of the hash.
drawn_order() {
    local rest=$((16#${1:0:12})) left=("${by_name[@]}") which
    while ((${#left[@]} > 0)); do
        which=$((rest % ${#left[@]}))
        rest=$((rest / ${#left[@]}))
        echo "${left[which]}"
        left=("${left[@]:0:which}" "${left[@]:which+1}")
    done
}

# added_stages HASH FILE…: the stages to add, a line each, "changed NAME" or "drawn NAME". Together they take most_added minutes at most,
# and two are drawn, always: of those that guard what changed are added, in the order of stages.sh, those that leave time for the two
# shortest others. Without a hash none are added.
added_stages() {
    local hash=$1 name taken=0 to_draw=2
    local -A is_added=()
    shift
    [[ -n $hash ]] || return 0
    for name in $(guarding "$@"); do
        add_if_it_fits changed "$name" 2 || continue
    done
    for name in $(drawn_order "$hash"); do
        ((to_draw > 0)) || break
        if [[ ! -v is_added[$name] ]] && add_if_it_fits drawn "$name" $((to_draw - 1)); then
            to_draw=$((to_draw - 1))
        fi
    done
}
# add_if_it_fits WHY NAME COUNT: if so many others can still be added.
add_if_it_fits() {
    local sum=$((taken + minutes_of["full $2"])) count=$3 minutes name
    is_added[$2]=yes
    for ((minutes = 1; count > 0; ++minutes)); do
        for name in "${by_name[@]}"; do
            if ((count > 0 && minutes_of["full $name"] == minutes)) && [[ ! -v is_added[$name] ]]; then
                count=$((count - 1))
                sum=$((sum + minutes))
            fi
        done
    done
    if ((sum > most_added)); then
        unset "is_added[$2]"
        return 1
    fi
    taken=$((taken + minutes_of["full $2"]))
    echo "$1 $2"
}
