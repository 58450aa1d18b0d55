# Which places of a source may be broken, and how: by text alone, each place by a short expression.
# SPDX-License-Identifier: MIT
"""Every rule writes the sound code and the broken one side by side, and mutant.hpp's `on(number)` chooses while the program runs:
one build has all mutants. So what a constant needs is never broken."""
import collections
import re

# What `old` at `start` of a file's text becomes: `new` for who reads it; `code` for the compiler, with NUMBER in place of the mutant's.
Mutant = collections.namedtuple("Mutant", "file start kind old new code")

swaps = [("min", "max"), ("x0", "x1"), ("y0", "y1"), ("x", "y"), ("first", "last"), ("low", "high"), ("begin", "end"),
         ("lower", "higher")]
wrong = {"<": ("<=", "std::less_equal<>"), "<=": ("<", "std::less<>"), ">": (">=", "std::greater_equal<>"),
         ">=": (">", "std::greater<>"), "==": ("!=", "std::not_equal_to<>"), "!=": ("==", "std::equal_to<>")}


def closing(text, start):
    """One past what closes the bracket at start."""
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if depth == 0:
            return at + 1
    return len(text)


def operand_end(text, start):
    """Where the operand of && or || that begins at start ends."""
    at = start
    while at < len(text):
        if text[at] in "([{":
            if text[at] == "{" and text[at - 1] == " ":  # a block
                return at - 1
            at = closing(text, at)
            continue
        if text[at] in ")]};," or re.match(r" (&&|\|\||\?|:|=) |\s*//|\n\s*(&&|\|\|)", text[at:at + 80]):
            return at
        at += 1
    return at


def is_code(line):
    """Whether a line may be broken: what is only for the compiler or for checks may not."""
    strange = ("#", "//", "template", "using ", "friend ", "namespace", "QUADRILLE_ASSERT", "case ", "enum ")
    words = ("operator", "prefetch", '"', "constexpr ", "static_assert", "requires", "concept ", "typename", "noexcept(", "= delete", "= default")
    return not line.strip().startswith(strange) and not any(word in line for word in words)


def spoilt(file, text):
    """All mutants of a file."""
    found = []
    offset = 0
    for line in text.splitlines(keepends=True):
        if is_code(line):
            code = line.partition("//")[0].rstrip()
            found += [Mutant(file, start, kind, text[start:end], new, broken)
                      for kind, start, end, new, broken in places(text, offset, code)]
        offset += len(line)
    return found


def places(text, offset, code):
    """Of one line of code: kind, start and end in the text, what a reader sees instead, and what the compiler does."""
    for place in re.finditer(r" (<|<=|>|>=|==|!=) ", code):
        sign = place.group(1)
        other, function = wrong[sign]
        yield ("comparison", offset + place.start(), offset + place.end(), f" {other} ",
               f" {sign} mutants::instead<NUMBER, {function}>() {sign} ")

    for place in re.finditer(r" ([+-]) 1\b(?![.']|\w)", code):
        yield ("one less or more", offset + place.start(), offset + place.end(), "", f" {place.group(1)} mutants::one(NUMBER)")
    for place in re.finditer(r"\b2 \* ", code):
        yield "factor", offset + place.start(), offset + place.end(), "8 * ", "mutants::two(NUMBER) * "
    for place in re.finditer(r" / 2\b(?!\.)", code):
        yield "factor", offset + place.start(), offset + place.end(), " / 8", " / mutants::two(NUMBER)"

    for place in re.finditer(r"(?:^\s*| )(&&|\|\|) ", code):
        start = offset + place.end()
        end = operand_end(text, start)
        if end > start:
            alone, broken = ("true", "mutants::on(NUMBER) ||") if place.group(1) == "&&" else ("false", "!mutants::on(NUMBER) &&")
            yield "dropped condition", start, end, alone, f"({broken} ({text[start:end]}))"
    for place in re.finditer(r"\breturn (true|false);", code):
        is_true = place.group(1) == "true"
        yield ("turned answer", offset + place.start(), offset + place.end(), f"return {'false' if is_true else 'true'};",
               f"return {'!' if is_true else ''}mutants::on(NUMBER);")
    for place in re.finditer(r"(?<![\w.>:~] )(?<![\w.>:])(matches_layers|intersects|intersects_wide)\(", code):
        start = offset + place.start()
        end = closing(text, offset + place.end() - 1)
        yield "dropped layers or bounds", start, end, "true", f"(mutants::on(NUMBER) || {text[start:end]})"
    for place in re.finditer(r"\bstd::(min|max)\(", code):
        start = offset + place.start()
        end = closing(text, offset + place.end() - 1)
        rest = text[offset + place.end(1):end]
        other = "max" if place.group(1) == "min" else "min"
        yield ("swapped", start, end, f"std::{other}{rest}", f"(mutants::on(NUMBER) ? std::{other}{rest} : std::{place.group(1)}{rest})")

    chain = r"(?<![\w.>)\]:&*]\.)(?<![\w.:>)\]])\w+(?:(?:\.|->)\w+(?:\(\))?|\[\w+\])*(?:\.|->)"
    for one, other in swaps + [(other, one) for one, other in swaps]:
        for place in re.finditer(rf"({chain}){one}\b(\(\))?(?![\w(])", code):
            before, call = place.group(1), place.group(2) or ""
            yield ("swapped", offset + place.start(), offset + place.end(), f"{before}{other}{call}",
                   f"(mutants::on(NUMBER) ? {before}{other}{call} : {before}{one}{call})")

    whole = re.fullmatch(r"(\s+)(.*;)", code)
    if not whole or not previous_code(text, offset).endswith((";", "{", "}", ":")):
        return
    start, end, statement = offset + whole.start(2), offset + whole.end(2), whole.group(2)
    dropped = (start, end, ";", f"if (!mutants::on(NUMBER)) {{ {statement} }}")
    thing = r"[\w.:]+(?:\[[^\[\]]*\]|->[\w.]+|\.[\w.]+)*"
    if re.fullmatch(rf"(?!return|co_|throw|delete|using|static|const|auto|friend)[\w.:\[\]]+(->[\w.]+)?\([^;]*\);", statement):
        yield "dropped call", *dropped
    elif re.fullmatch(rf"{thing} (=|\+=|-=|\|=|&=) [^;]*;|(\+\+|--){thing};", statement):
        yield "dropped assignment", *dropped
    elif statement in ("continue;", "break;", "return;"):
        yield "dropped jump", *dropped


def previous_code(text, offset):
    """The last line before offset that is more than a comment."""
    for line in reversed(text[max(0, offset - 2000):offset].splitlines()):
        code = line.partition("//")[0].strip()
        if code:
            return code
    return ""
