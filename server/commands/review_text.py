"""What `palimpsest review` prints for a person: lines made of the plain values of a review."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...store.rules.measures import CERTAINTY, LEAST_PRECISION
from ...store.rules.text import data_line, quoted, shorten

SHOWN_CHARS = 100
HARMFUL = "That is below 90 %: such a memory does more harm than good."
GOOD = "That is 90 % or more: the memory does more good than harm."


def fact_lines(fact: dict[str, Any], place: str) -> list[str]:
    """One fact of a sample, with everything it rests on."""
    until = f", valid until {fact['valid_until']}" if fact["valid_until"] else ""
    mentions = f", mentioned again {fact['mentions']} times" if fact["mentions"] else ""
    marked = [f"marked {fact['mark']} by {fact['marked_by']}"] if fact["mark"] else []
    changed = [f"since then: {fact['stands']}"] if fact["stands"] != "active" else []
    return [
        "",
        f"{place}  {fact['id']}  {fact['domain']}/{data_line(fact['topic'])}",
        quoted(fact["content"]),
        f"by {fact['agent']} ({fact['role']}) on {fact['created'][:10]}, {fact['memory_type']}, {fact['veracity']}; "
        f"confidence now {fact['confidence']:.2f}{mentions}{until}",
        *changed,
        *_source_lines(fact),
        *marked,
    ]


def _source_lines(fact: dict[str, Any]) -> list[str]:
    if not fact["sources"]:
        return ["rests on no observation"]
    lines = ["rests on:"]
    for one in fact["sources"]:
        revision = f" at {data_line(one['revision'])}" if one["revision"] else ""
        lapsed = "" if one["is_active"] else ", lapsed"
        source = f"{data_line(one['source'])}{revision}"
        lines.append(f"  {one['id']}, {one['agent']}, {one['created'][:10]}, {one['veracity']}, {source}{lapsed}")
        lines += [f"  {line}" for line in quoted(one["content"]).splitlines()]
    if fact["more_sources"]:
        lines.append(f"  and {fact['more_sources']} more")
    return lines


def resolution_lines(one: dict[str, Any], place: str) -> list[str]:
    """A conflict that a rule settled: both sides, which was kept, why, and whether it can be overturned still."""
    found = [f"{one['finding']} by {one['found_by']} on {one['found_at'][:10]}"] if one["finding"] else []
    hindrance = [f"can't be overturned: {one['hindrance']}"] if one["hindrance"] and not one["finding"] else []
    when = f"settled on {one['settled'][:10]}" if one["settled"] else "settled"
    return [
        "",
        f"{place}  {one['id']}  {one['domain']}/{data_line(one['topic'])}",
        *_side_lines("old", one),
        *_side_lines("new", one),
        f"{when} by rule '{one['rule']}', as {one['settled_by']} wrote it: {data_line(one['evidence'])}",
        *hindrance,
        *found,
    ]


def _side_lines(which: str, one: dict[str, Any]) -> list[str]:
    side = one[which]
    fate = "kept" if one["winner"] == which else "put under it"
    head = f"{which} {side['id']}, {fate}; by {side['agent']}, {side['veracity']}, confidence now {side['confidence']}"
    return [head, quoted(side["content"])]


def report_lines(report: dict[str, Any]) -> list[str]:
    """The whole report: precision, what is proposed, decisions, automatic resolutions, earlier reviews."""
    return [
        *_precision_lines(report),
        *_bad_lines(report["bad_facts"]),
        *_proposal_lines(report["proposal"], report["precision"]),
        "",
        _decision_line(report["decisions"]),
        *_resolution_lines(report["resolutions"]),
        *_earlier_lines(report["earlier"]),
    ]


def _precision_lines(report: dict[str, Any]) -> list[str]:
    review, precision = report["review"], report["precision"]
    if review is None:
        return ["Nothing was reviewed yet: palimpsest review"]
    drawn = f"{review['sampled']} of {review['population']} active facts, seed {review['seed']}"
    head = f"Review {review['id']}, {review['started'][:10]}, by {review['by']}: {drawn}"
    if precision["verdict"] == "unknown":
        return [head, "Nothing is marked yet: palimpsest review goes on."]
    waiting = review["sampled"] - review["marked"]
    left = f"; {waiting} not marked" if waiting else ""
    marks = ", ".join(f"{review[word]} {word}" for word in ("correct", "wrong", "outdated"))
    return [head, f"{review['marked']} marked: {marks}{left}", *_verdict_lines(precision)]


def _verdict_lines(precision: dict[str, Any]) -> list[str]:
    low, high = precision["low"], precision["high"]
    how_sure = f"between {_percent(low)} and {_percent(high)}, with {_percent(CERTAINTY)} certainty"
    share = f"precision: {_percent(precision['share'])} ({'all were marked' if low == high else how_sure})"
    if precision["verdict"] == "harmful":
        return [share, HARMFUL, *_certainty_lines(precision, "high")]
    return [share, GOOD, *_certainty_lines(precision, "low")]


def _certainty_lines(precision: dict[str, Any], bound: str) -> list[str]:
    if precision["is_sure"]:
        return []
    reach = f"But it isn't sure: the whole memory may as well be at {_percent(precision[bound])}."
    needed = precision["needed"]
    if needed is None:
        return [f"{reach} At just {_percent(LEAST_PRECISION)} no number of marks makes it sure."]
    return [f"{reach} If the share stays, about {needed} marks would make it sure: palimpsest review --size {needed}"]


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %".replace(".0 %", " %")


def _bad_lines(facts: Sequence[dict[str, Any]]) -> list[str]:
    if not facts:
        return []
    lines = ["", "Found wrong or outdated:"]
    for fact in facts:
        text = data_line(shorten(fact["content"] or "", SHOWN_CHARS))
        gone = "" if fact["is_active"] else ", not active any more"
        lines.append(f"  {fact['id']} {fact['mark']}{gone}, by {fact['agent']}: {text}")
    if any(fact["is_active"] for fact in facts):
        lines.append("A mark only measures. To take them back: palimpsest review retire")
    return lines


def _proposal_lines(proposal: dict[str, Any] | None, precision: dict[str, Any]) -> list[str]:
    if proposal is None:
        if precision["verdict"] != "harmful":
            return []
        return ["", "No threshold is proposed: none would have told the bad ones from the good ones."]
    lines = ["", "Proposed, as it would have kept out the bad ones:"]
    for one in proposal["settings"]:
        state = "holds already" if one["holds"] else f"now {one['now']:g}"
        lines.append(f"  {one['name']} {one['proposed']:g} ({state})")
    effect = f"{proposal['bad_kept_out']} bad facts kept out, {proposal['good_lost']} good ones lost"
    lines.append(f"  {effect}; precision of what is left: {_percent(proposal['precision_then'])}")
    if not all(one["holds"] for one in proposal["settings"]):
        lines.append("To set it: palimpsest review apply")
    return lines


def _decision_line(counts: dict[str, int]) -> str:
    return (
        f"decisions: {counts['total']}, of which facts carried {counts['carried']} and {counts['by_default']} fell to "
        f"the default; memory changed {counts['changed']}"
    )


def _resolution_lines(counts: dict[str, Any]) -> list[str]:
    lines = [
        f"contradictions that a rule settled: {counts['settled']}, of which {counts['confirmed']} were confirmed and "
        f"{counts['overturned']} overturned by a person"
    ]
    for rule in counts["rules"]:
        judged = f"{rule['confirmed']} confirmed, {rule['overturned']} overturned"
        lines.append(f"  {rule['rule']}: {rule['settled']}, {judged}")
    if counts["open"]:
        lines.append(f"To look at the other {counts['open']}: palimpsest review resolutions")
    return lines


def _earlier_lines(earlier: Sequence[dict[str, Any]]) -> list[str]:
    if not earlier:
        return []
    lines = ["", "earlier reviews:"]
    for one in earlier:
        precision = one["precision"]
        between = f"{_percent(precision['low'])} to {_percent(precision['high'])}"
        share = f"{_percent(precision['share'])} of {one['marked']}"
        lines.append(f"  {one['id']}, {one['started'][:10]}, by {one['by']}: {share} correct ({between})")
    return lines


def decision_lines(decisions: Sequence[dict[str, Any]]) -> list[str]:
    """The decision log, newest first."""
    if not decisions:
        return ["no decision was logged yet"]
    lines: list[str] = []
    for one in decisions:
        carried = ", ".join(one["facts"])
        without = one["without_memory"]
        effect = f"memory changed it from {data_line(without)}" if one["changed_by_memory"] else "as without memory"
        why = f"{effect}; carried by {carried}" if carried else "the default, as no preference had a say"
        asked = data_line(shorten(one["question"], SHOWN_CHARS))
        lines += [f"{one['at']}  {one['agent']}: {asked}", f"  {data_line(one['choice'])}  ({why})"]
    return lines
