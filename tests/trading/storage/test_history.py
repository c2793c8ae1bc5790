"""What leaves storage: never a sealed bar, no peer and no row beyond train."""

from __future__ import annotations

from datetime import date

import pandas as pd
import pytest

from tests.trading.market.files import walk
from tests.trading.storage.stored import dataset
from trading.market.data import MarketData
from trading.market.errors import MarketError
from trading.models import PriceBlob
from trading.storage import auxiliary_of, find_dataset, import_rows, load

pytestmark = pytest.mark.django_db


def test_the_bars_before_the_holdout_are_those_stored():
    data = load(dataset())
    pd.testing.assert_frame_equal(
        data.frame, walk(300).iloc[:240], check_freq=False, check_exact=True
    )
    assert data.segments == ((0, 180), (180, 240), (240, 300))


def test_what_is_said_of_the_dataset_goes_along():
    stored = dataset()
    data = load(stored)
    assert (data.ticker, data.sha256, data.source) == ("WALK", stored.sha256, "a test")
    assert (data.frequency, data.bars_per_year, data.adjusted) == ("1d", 252.0, False)


@pytest.mark.parametrize("ticker", ["AAPL", "GOOG", "FB"])
def test_no_frame_reaches_into_the_holdout(ticker):
    data = load(find_dataset(ticker))
    assert len(data.frame) == data.segments.holdout[0]
    end = data.train.index[-1]
    assert all(frame.index[-1] <= end for frame in data.peers.values())


class TestRange:
    @pytest.mark.parametrize(
        ("start", "end", "said"),
        [
            (date(1990, 1, 1), date(1990, 2, 1), "from 1990-01-01 to 1990-02-01$"),
            (date(2030, 1, 1), None, "from 2030-01-01 to -$"),
            (None, date(1990, 2, 1), "from - to 1990-02-01$"),
        ],
    )
    def test_a_range_without_bars_is_named(self, start, end, said):
        with pytest.raises(MarketError, match=said):
            load(dataset(), start, end)

    def test_a_range_is_cut_out_before_the_segments(self):
        data = load(dataset(), date(2010, 3, 1), date(2010, 12, 31))
        inside = walk(300).loc["2010-03-01":"2010-12-31"]
        assert data.segments.bars == len(inside)
        seen = inside.loc[: walk(300).index[239]].iloc[: int(len(inside) * 0.8)]
        pd.testing.assert_frame_equal(data.frame, seen, check_freq=False)

    def test_a_later_start_does_not_move_the_seal(self):
        whole = load(dataset())
        cut = load(dataset(), date(2010, 8, 2))
        assert cut.frame.index[-1] == whole.frame.index[-1]
        assert cut.segments.holdout[1] - cut.segments.holdout[0] == 60
        train, validation = (end - begin for begin, end in cut.segments[:2])
        assert train == int((train + validation) * 0.75)

    def test_a_range_within_the_sealed_bars_is_refused(self):
        sealed = walk(300).index[240].date()
        with pytest.raises(MarketError) as error:
            load(dataset(), sealed)
        assert str(error.value) == f"the bars of WALK from {sealed} on are sealed: begin earlier"

    def test_both_ends_are_included(self):
        data = load(dataset(), date(2010, 1, 4), date(2011, 2, 25))
        assert data.segments.bars == 300

    def test_a_range_without_bars_is_refused(self):
        with pytest.raises(MarketError) as error:
            load(dataset(), date(1990, 1, 1), date(1990, 12, 31))
        assert str(error.value) == "no bars of WALK from 1990-01-01 to 1990-12-31"

    @pytest.mark.parametrize("end", [date(2010, 1, 4), date(2010, 1, 5)])
    def test_a_range_of_too_few_bars_is_refused(self, end):
        with pytest.raises(MarketError, match="bars are too few: at least 3"):
            load(dataset(), date(2010, 1, 4), end)


class TestPeers:
    def test_they_are_the_other_bundled_tickers(self):
        assert set(load(find_dataset("AAPL")).peers) == {"GOOG", "IBM", "MSFT"}  # FB began in 2012

    def test_they_lie_within_train(self):
        data = load(find_dataset("GOOG"))
        for frame in data.peers.values():
            assert frame.index[0] >= data.train.index[0]
            assert frame.index[-1] <= data.train.index[-1]

    def test_other_times_have_none(self):
        assert load(dataset(walk(300, begin="2018-01-01"))).peers == {}

    def test_bars_of_another_length_have_none(self):
        stored = dataset()
        stored.frequency = "1h"
        assert load(stored).peers == {}


def poisoned(frame: pd.DataFrame, begin: int) -> pd.DataFrame:
    """The same bars up to `begin`; from there on, other ones."""
    spoiled = frame.copy()
    spoiled.iloc[begin:] *= 1000.0
    return spoiled


def seen(data: MarketData) -> list[object]:
    """All that `load` gives but the names of the dataset."""
    frames = [data.frame, data.train, data.window("validation", 50)[0], *data.peers.values()]
    said = [data.segments, data.frequency, data.bars_per_year, data.train_sha256, data.licence]
    return [*(frame.to_csv() for frame in [*frames, *data.auxiliary.values()]), *said]


class TestPoison:
    def test_another_holdout_changes_nothing_that_is_loaded(self):
        import_rows(data=b"available_at,sentiment\n2010-05-01,0.5\n", ticker="WALK", kind="news")
        sound, spoiled = dataset(), dataset(poisoned(walk(300), 240))
        assert sound.sha256 != spoiled.sha256
        assert seen(load(sound)) == seen(load(spoiled))

    def test_nor_does_it_in_a_range(self):
        inside = (date(2010, 3, 1), date(2010, 12, 31))
        first = walk(300).index.searchsorted(pd.Timestamp(inside[0]))
        sealed = int(first) + load(dataset(), *inside).segments.holdout[0]
        assert seen(load(dataset(), *inside)) == seen(
            load(dataset(poisoned(walk(300), sealed)), *inside)
        )

    def test_one_bar_before_the_holdout_is_seen(self):
        assert seen(load(dataset())) != seen(load(dataset(poisoned(walk(300), 239))))


def test_damaged_bytes_are_noticed():
    stored = dataset()
    other = dataset(walk(299))
    PriceBlob.objects.filter(pk=stored.blob_id).update(content=bytes(other.blob.content))
    stored.refresh_from_db()
    with pytest.raises(MarketError, match=f"do not match their hash {stored.sha256}"):
        load(stored)


class TestAuxiliary:
    NEWS = b"available_at,sentiment\n2010-02-01,0.1\n2010-09-10,0.2\n2010-09-13,0.3\n2011-01-05,1\n"

    def test_rows_end_with_train(self):
        stored = dataset()
        import_rows(data=self.NEWS, ticker="WALK", kind="news")
        data = load(stored)
        assert str(data.train.index[-1].date()) == "2010-09-10"
        # The row of the last day of train counts from the end of that day on.
        assert data.auxiliary["news"]["sentiment"].tolist() == [0.1]

    def test_a_kind_without_a_row_by_then_is_not_there(self):
        import_rows(data=b"available_at,sentiment\n2011-01-05,1\n", ticker="WALK", kind="news")
        assert load(dataset()).auxiliary == {}

    def test_the_newest_version_of_each_kind_is_taken(self):
        import_rows(data=self.NEWS, ticker="WALK", kind="news")
        import_rows(data=self.NEWS.replace(b"0.1", b"0.9"), ticker="WALK", kind="news")
        assert load(dataset()).auxiliary["news"]["sentiment"].tolist() == [0.9]

    def test_a_run_may_keep_to_the_versions_it_began_with(self):
        import_rows(data=self.NEWS, ticker="WALK", kind="news")
        noted = auxiliary_of("WALK")
        import_rows(data=self.NEWS.replace(b"0.1", b"0.9"), ticker="WALK", kind="news")
        assert load(dataset(), auxiliary=noted).auxiliary["news"]["sentiment"].tolist() == [0.1]

    def test_the_same_rows_again_are_the_same_dataset(self):
        first = import_rows(data=self.NEWS, ticker="WALK", kind="news")
        again = import_rows(data=self.NEWS, ticker="WALK", kind="news")
        assert (first.created, again.created, again.dataset) == (True, False, first.dataset)

    def test_another_tickers_rows_are_not_taken(self):
        import_rows(data=self.NEWS, ticker="OTHER", kind="news")
        assert load(dataset()).auxiliary == {}
