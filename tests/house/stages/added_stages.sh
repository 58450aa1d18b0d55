#!/usr/bin/env bash
# Which stages `./test --full` adds: by the files that changed and by the commit; and which files changed, in checkouts of every kind.
# SPDX-License-Identifier: MIT
source "$(dirname "${BASH_SOURCE[0]}")/../../support/script.sh"
cd "$root"
source scripts/stages.sh
source scripts/added.sh
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null GIT_CEILING_DIRECTORIES=$scratch

same() {
    if [[ $2 == "$3" ]]; then
        echo "ok: $1"
    else
        fail "$1: wanted \"$2\", found \"$3\""
    fi
}

# ---- The choice ------------------------------------------------------------------------------------------------------

paths=()
for name in "${by_name[@]}"; do
    is_stage "$name" && [[ -v minutes_of["full $name"] ]] || fail "$name is guarded by no stage of the full run"
    read -ra own <<<"${guarded_by[$name]}"
    paths+=("${own[@]}")
done
mapfile -t missing < <(ls -d -- "${paths[@]}" 2>&1 >/dev/null)
same "what is guarded is there" "" "${missing[*]}"
same "a file of a folder" "shelf" "$(guarding packaging/vcpkg/portfile.cmake | xargs)"
same "a file by its name" "shelf" "$(guarding CMakeLists.txt | xargs)"
same "a file that begins like a folder" "" "$(guarding src.txt benches/a docs/src/a | xargs)"
same "many files, each stage once" "bench shelf" "$(guarding docs/guide/start.md packaging/a bench/a bench/b | xargs)"
same "without a commit none is added" "" "$(added_stages "" src/change/move.ipp)"

# The law: two are drawn, others than those that changed; all together take no more than the time that is left.
check_choice() {
    local why name sum=0 drawn=0 chosen law="wanted two drawn, all within $most_added minutes, found for $*"
    local -A seen=()
    chosen=$(added_stages "$@")
    while read -r why name; do
        [[ ! -v seen[$name] ]] || fail "$law: $name twice"
        seen[$name]=$why
        echo "$name" >>"$scratch/$why"
        sum=$((sum + minutes_of["full $name"]))
        [[ $why != drawn ]] || drawn=$((drawn + 1))
        [[ $why == drawn || $(guarding "${@:2}") =~ (^|$'\n')"$name"($|$'\n') ]] || fail "$law: $name, of which nothing changed"
    done <<<"$chosen"
    ((sum <= most_added)) || fail "$law: $sum minutes"
    ((drawn == 2)) || fail "$law: $drawn drawn"
}
hash_of() { sha1sum <<<"$1"; }
for number in {1..60}; do
    check_choice "$(hash_of "$number")"
done
# Longer ones run by their names alone.
mapfile -t fitting < <(for name in "${by_name[@]}"; do ((minutes_of["full $name"] >= most_added)) || echo "$name"; done)
same "every stage that fits is drawn by some commit" "$(printf '%s\n' "${fitting[@]}" | sort | xargs)" "$(sort -u "$scratch/drawn" | xargs)"
for path in "${paths[@]}"; do
    check_choice "$(hash_of "$path")" "$path/file"
done
check_choice "$(hash_of all)" "${paths[@]}"
# One that leaves no time for two others is only drawn.
mapfile -t short < <(for name in "${by_name[@]}"; do ((minutes_of["full $name"] + 3 > most_added)) || echo "$name"; done)
same "every short stage is added by some change" "$(printf '%s\n' "${short[@]}" | sort | xargs)" "$(sort -u "$scratch/changed" | xargs)"

# ---- The files that changed ------------------------------------------------------------------------------------------

if ! command -v git >/dev/null; then
    echo "left out: what changed in checkouts (git is not installed)"
    exit "$failed"
fi
# files_in FOLDER: what changed there, in one line; its status after it where that is not 0.
files_in() { (cd "$1" && { changed_files || echo "status $?"; } | sort | xargs); }
commit() {
    local file
    for file in "${@:2}"; do
        mkdir -p "$(dirname "$1/$file")" && echo "$file" >>"$1/$file"
    done
    git -C "$1" add -A && git -C "$1" -c user.name=a -c user.email=a@b commit -q -m "${*:2}"
}
first=$scratch/first
git init -q -b main "$first"
same "no commit" "status 1" "$(files_in "$first")"
commit "$first" src/a
same "the first commit, with nothing before it" "status 1" "$(files_in "$first")"
commit "$first" src/b docs/b
same "the main branch: the last commit" "docs/b src/b" "$(files_in "$first")"
git clone -q "$first" "$scratch/clone"
git -C "$scratch/clone" checkout -q -b work && git -C "$scratch/clone" branch -q -D main
same "a branch that begins: the last commit" "docs/b src/b" "$(files_in "$scratch/clone")"
commit "$scratch/clone" bench/c
commit "$scratch/clone" cli/d
commit "$first" tests/e
git -C "$scratch/clone" fetch -q
same "a branch: since it left the main one" "bench/c cli/d" "$(files_in "$scratch/clone")"
echo changed >>"$scratch/clone/src/a" && echo new >"$scratch/clone/debian"
same "what is not committed, too" "bench/c cli/d debian src/a" "$(files_in "$scratch/clone")"
git -C "$scratch/clone" rm -q docs/b
same "what was removed, too" "bench/c cli/d debian docs/b src/a" "$(files_in "$scratch/clone")"
git clone -q --depth 1 "file://$first" "$scratch/shallow"
same "a clone of the last commit alone" "status 1" "$(files_in "$scratch/shallow")"
git -C "$first" checkout -q -b work
commit "$first" scenes/f
commit "$first" scenes/g
same "a branch where nothing else is: since it left the main one" "scenes/f scenes/g" "$(files_in "$first")"
git -C "$first" checkout -q main && git -C "$first" branch -q -m main trunk
same "no main branch: the last commit" "tests/e" "$(files_in "$first")"
mkdir "$scratch/tarball" "$first/below"
same "a copy without git" "status 1" "$(files_in "$scratch/tarball")"
same "a copy below another checkout" "status 1" "$(files_in "$first/below")"

# What `test` says of it, without running a stage: each is begun too late.
cp -r "$root/test" "$root/scripts" "$scratch/tarball"
for file in suites.sh needs.sh; do
    : >"$scratch/tarball/scripts/$file" # nothing is installed or built
done
cat >>"$scratch/tarball/scripts/added.sh" <<'stubs'
need() { :; }
for name in "${full_stages[@]}"; do eval "stage_$name() { passed=\$((passed + 1)); }"; done
stubs
said=$("$scratch/tarball/test" --full)
same "a copy without git: nothing is added" "no stage is added: this is no checkout of git" "$(head -n 1 <<<"$said")"
same "what is left out is named" "not run: $(echo "${by_name[@]}" | sed 's/ /, /g')" "$(grep '^not run' <<<"$said")"
same "all others ran" "$((${#full_stages[@]} - ${#by_name[@]})) passed, 0 failed" "$(tail -n 1 <<<"$said")"
git init -q -b main "$scratch/tarball"
commit "$scratch/tarball" docs/a
commit "$scratch/tarball" packaging/a
said=$("$scratch/tarball/test" --full)
same "what changed is added" "added, for what it guards changed: shelf" "$(head -n 1 <<<"$said")"
same "two are drawn" 2 "$(grep -c "^added, drawn by commit $(git -C "$scratch/tarball" rev-parse --short=12 HEAD): " <<<"$said")"
same "three more run" "$((${#full_stages[@]} - ${#by_name[@]} + 3)) passed, 0 failed" "$(tail -n 1 <<<"$said")"
same "the others are named" "$((${#by_name[@]} - 3))" "$(sed -n 's/^not run: //p' <<<"$said" | tr ',' '\n' | wc -l)"
echo most_seconds=0 >>"$scratch/tarball/scripts/added.sh"
same "a run that has no time begins none" "0 passed, 0 failed" "$("$scratch/tarball/test" --full | tail -n 1)"
# At ten times the minutes of the first stage, only such stages are begun as end within the time at this pace.
cat >>"$scratch/tarball/scripts/added.sh" <<'stubs'
stage_suite() { SECONDS=$((minutes_of["full suite"] * 600)); }
most_seconds=$(((minutes_of["full suite"] + minutes_of["full gdal"]) * 600 + 59))
stubs
begun=$("$scratch/tarball/test" --full | sed -n 's/^== \(suite\|sanitized\|gdal\): .*/\1/p' | xargs)
same "a slow run begins what is short" "suite gdal" "$begun"
echo 'most_seconds=99999; need() { [[ ${FUNCNAME[1]} != run_in_time || $name == suite ]]; }' >>"$scratch/tarball/scripts/added.sh"
same "a stage whose packages cannot be had is left out" 3 \
    "$("$scratch/tarball/test" --full | sed -n 's/^not run: //p' | grep -oE '(gdal|python|shelf) \(packages are missing\)' | wc -l)"
exit "$failed"
