"""The language of the project: docstrings, help texts, guides and the site are plain English."""

import ast
import inspect
import json
import re
from importlib import import_module
from pathlib import Path

import pytest
from typer.main import get_command

import starbalance as sb
from starbalance.analyses.cli import app
from starbalance.simulator.engine.contract import outcome_record, rules_record, share_win, state_record
from starbalance.simulator.engine.game import Functions, Game, Setup

ROOT = Path(__file__).parent.parent
AREAS = ("simulator", "strategies", "analyses", ".packages/starbalance/__init__.py")
PAGES = [
    path.relative_to(ROOT).as_posix()
    for pattern in ("*.md", "*/README.md", ".ci/site/pages/**/*.md", "simulator/games/*/RULES.md")
    for path in sorted(ROOT.glob(pattern))
]
NOTEBOOKS = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "notebooks").glob("*.ipynb"))]
MOST, MOST_IN_RULES = 1.0, 3.0  # hits per 1,000 words
RIDDLES = {  # what makes sentences hard to read -> how to find it
    "tell": r"\b(?:tell|tells|told)\b",
    "of its own": r"\b(?:of|on|with) (?:its|their|your|his|one's) own\b|\bone's own\b|\bof (?:yours|theirs|others)\b",
    "who without a person": r"(?:^|[^\w\s]\s*|\b(?:of|by|for|from|than|and|or|but|as|is|to) )who\b",
    "as it is": r"\bas (?:it|they) (?:is|are|stands?)\b",
    "so many": r"\b(?:so|as) many\b(?! as)",
    "hangs on": r"\bhangs? on\b",
    "alone": r"\b\w+ alone\b",
    "but for": r"\bbut (?:for|that of|those of)\b",
    "beside": r"\bbeside\b",
    "dangling none": r"[;:(,] (?:none|nothing|nobody)\b",
    "anew": r"\b(?:anew|whatever|wherever|whoever|whose is)\b",
    "comes to": r"\bcomes? (?:up|to|of)\b",
    "the others": r"\bthe others\b",
    "in place of": r"\bin (?:the )?place of\b",
    "worth": r"\b(?:the|a|its|their|no|of) worths?\b",
    "is to be": r"\b(?:is|are) to be\b",
    "somebody": r"\b(?:somebody|nobody|whom)\b",
}
FOUND = re.compile("|".join(RIDDLES.values()), re.IGNORECASE)
CLAUSE = re.compile(r"^\(?(?:(?:[A-Z]{3}-[\d.]+\w*|[A-Z]{1,2}-?\d+\w*)(?:, | and | to |; |: |\) |/)?)+")
NO_VERB = re.compile(
    r"(?:Whether|What|How|Who|Whom|Whose|Where|Which|When|The|A|An|One|Of|As|Such|Every|All|Each|Those|These|Up|So|By|In"
    r"|From|Own|Its|If|None|Some|Two|Three|Four|For|To|With|Without|On|At|Than|Not|No|Nothing|Somebody|Nobody|Most|More"
    r"|Other|Another|This|That|It|Number|Fraction|Share|Any|Only|Both|There|Their|They|Like|About|After|Before)$"
)
LONGEST_HELP, LONGEST_OPTION = 15, 80  # words of a command's summary, letters of an option's help


def trees():
    """(file, its syntax tree) of every module."""
    for area in AREAS:
        place = ROOT / area
        for path in [place] if place.is_file() else sorted(place.rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def documented():
    """(place, whether it is a function, the docstring) of everything that has one."""
    for path, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module):
                text = ast.get_docstring(node)
                if text:
                    decorators = {
                        getattr(each, "attr", getattr(each, "id", "")) for each in getattr(node, "decorator_list", [])
                    }
                    is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
                    is_property = bool({"property", "cached_property"} & decorators)
                    yield f"{path}:{getattr(node, 'lineno', 1)}", is_function and not is_property, text


def prose(text):
    """The words of a Markdown text, without code, outputs and tables."""
    text = re.sub(r"^(`{3,}).*?^\1$", "", text, flags=re.DOTALL | re.MULTILINE)
    return "\n".join(line for line in re.sub(r"`[^`\n]*`", "NAME", text).split("\n") if not line.startswith("|"))


def rate(text):
    """Riddles per 1,000 words."""
    return 1000 * len(FOUND.findall(text)) / max(len(text.split()), 100)


def riddles(texts):
    """The places of texts that have a riddle, with it."""
    return [
        f"{place}: {match[0]!r} in {' '.join(text.split())[:90]}"
        for place, text in texts
        for match in FOUND.finditer(text)
    ]


@pytest.mark.parametrize("area", AREAS[:3])
def test_docstrings_are_plain(area):
    texts = [(place, text) for place, _, text in documented() if place.startswith(area)]
    assert rate(" ".join(text for _, text in texts)) <= MOST, "\n".join(riddles(texts))


def test_docstrings_of_functions_open_with_a_verb():
    wrong = []
    for place, is_function, text in documented():
        first = re.findall(r"[A-Za-z']+", CLAUSE.sub("", text))[:1]
        if is_function and not (first and not NO_VERB.match(first[0])):
            wrong.append(f"{place}: {text.splitlines()[0]}")
    assert wrong == []


@pytest.mark.parametrize("page", PAGES)
def test_pages_are_plain(page):
    text = prose((ROOT / page).read_text(encoding="utf-8"))
    most = MOST_IN_RULES if page.endswith("RULES.md") else MOST
    assert rate(text) <= most, "\n".join(riddles([(page, line) for line in text.splitlines()]))


@pytest.mark.parametrize("notebook", NOTEBOOKS)
def test_notebooks_are_plain(notebook):
    cells = json.loads((ROOT / notebook).read_text(encoding="utf-8"))["cells"]
    text = prose("\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"))
    assert rate(text) <= MOST, "\n".join(riddles([(notebook, line) for line in text.splitlines()]))


def commands(group=None, name="starbalance"):
    """(name, command) of every command and group of commands."""
    for word, command in (group or get_command(app)).commands.items():
        yield f"{name} {word}", command
        if hasattr(command, "commands"):
            yield from commands(command, f"{name} {word}")


COMMANDS = dict(commands())


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_a_short_summary(name):
    summary = COMMANDS[name].help.partition("\n\n")[0].replace("\n", " ")
    assert summary.endswith(".") and summary.count(". ") == 0 and summary[0].isupper()
    assert len(summary.split()) <= LONGEST_HELP, summary


@pytest.mark.parametrize("name", COMMANDS)
def test_options_have_short_helps(name):
    helps = {each.opts[0]: each.help or "" for each in COMMANDS[name].params if each.name != "help"}
    assert {option: text for option, text in helps.items() if not 0 < len(text) <= LONGEST_OPTION} == {}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_each_option_once(name):
    words = [word for each in COMMANDS[name].params for word in (*each.opts, *each.secondary_opts)]
    assert len(set(words)) == len(words)


def test_helps_are_plain():
    texts = [(name, each.help or "") for name, each in COMMANDS.items()]
    texts += [(f"{name} {param.opts[0]}", param.help or "") for name, each in COMMANDS.items() for param in each.params]
    assert rate(" ".join(text for _, text in texts)) <= MOST, "\n".join(riddles(texts))


def public():
    """(name, function) of the interface: the package, the statistics, the questions, the contract of a game."""
    found = {f"sb.{name}": getattr(sb, name) for name in sb.__all__ if not inspect.ismodule(getattr(sb, name))}
    for folder in ("statistics", "questions"):
        for path in sorted((ROOT / "analyses" / folder).glob("[!_]*.py")):
            module = import_module(f"starbalance.analyses.{folder}.{path.stem}")
            for name, value in vars(module).items():
                if not name.startswith("_") and inspect.isfunction(value) and value.__module__ == module.__name__:
                    found[f"{folder}.{path.stem}.{name}"] = value
    for each in (Game, Functions, Setup, state_record, rules_record, outcome_record, share_win):
        found[each.__name__] = each
    return found


PUBLIC = public()


@pytest.mark.parametrize("name", PUBLIC)
def test_the_interface_documents_arguments_and_results(name):
    value = PUBLIC[name]
    text = inspect.getdoc(value) or ""
    if inspect.isclass(value):
        known = getattr(value, "__dataclass_fields__", {})
        fields = [each for each in known if not each.startswith("_") and each in value.__annotations__]  # not inherited
        assert not fields or "Attributes:" in text or "Args:" in text
        missing = [each for each in fields if not re.search(rf"^\s*{each}: ", text, re.MULTILINE)]
    else:
        signature = inspect.signature(value)
        names = [
            each.name
            for each in signature.parameters.values()
            if each.kind not in (each.VAR_KEYWORD, each.VAR_POSITIONAL)
        ]
        names = [] if name.startswith("sb.") else names  # `**options` stands for the options of every command
        missing = [each for each in names if not re.search(rf"^\s*(?:\w+, )*{each}(?:, \w+)*: ", text, re.MULTILINE)]
        returns = signature.return_annotation
        assert (
            returns in (None, "None", signature.empty)
            or "Returns:" in text
            or "Yields:" in text
            or re.match(r"(?:Return|Yield)", text)
        )
    assert missing == []
