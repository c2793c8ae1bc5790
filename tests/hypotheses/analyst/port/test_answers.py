"""Whatever an analyst answers can be stored, and is the same when asked again."""

from __future__ import annotations

import json

from tests.hypotheses.analyst.port.briefs import every_idea, review_of, second


@every_idea
def test_an_answer_is_plain_json(analyst, language, text):
    for answer in (second(analyst, language, text), review_of(analyst, language, text)):
        assert json.loads(json.dumps(answer)) == answer


@every_idea
def test_an_answer_is_the_same_every_time(analyst, language, text):
    assert second(analyst, language, text) == second(analyst, language, text)
    assert review_of(analyst, language, text) == review_of(analyst, language, text)
