"""How far a claim is believed at first, and what repetition adds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palimpsest.store.model import Veracity
from palimpsest.store.rules.veracity import higher, reinforced, weakened, weight

WEIGHTS = {"stated": 1.0, "inferred": 0.7, "imported": 0.6, "tool": 0.5}
shares = st.floats(0, 1)
labels = st.sampled_from(Veracity)


def test_each_label_has_its_weight():
    assert {label.value: weight(label) for label in Veracity} == WEIGHTS


def test_an_unknown_label_is_an_error_and_no_trust():
    with pytest.raises(ValueError, match="rumour"):
        Veracity("rumour")
    with pytest.raises(KeyError):
        weight("rumour")  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("label", "gain"), [("stated", 0.25), ("inferred", 0.175), ("imported", 0.15), ("tool", 0.125)]
)
def test_a_mention_adds_a_quarter_of_its_weight(label: str, gain: float):
    assert reinforced(0.3, Veracity(label)) == pytest.approx(0.3 + gain)


def test_a_mention_never_lifts_confidence_above_one():
    assert reinforced(0.9, Veracity.STATED) == 1.0


def test_doubt_never_sinks_confidence_below_zero():
    assert weakened(0.1, Veracity.STATED) == 0.0


@given(shares, labels)
def test_support_and_doubt_stay_between_none_and_full_confidence(confidence: float, label: Veracity):
    assert confidence <= reinforced(confidence, label) <= 1.0
    assert 0.0 <= weakened(confidence, label) <= confidence


@given(st.floats(0.25, 0.75), labels)
def test_doubt_takes_what_the_same_support_gives(confidence: float, label: Veracity):
    assert weakened(reinforced(confidence, label), label) == pytest.approx(confidence)


@given(labels, labels)
def test_the_higher_of_two_labels_is_kept_whichever_comes_first(one: Veracity, other: Veracity):
    assert higher(one, other) is higher(other, one)
    assert weight(higher(one, other)) == max(weight(one), weight(other))
