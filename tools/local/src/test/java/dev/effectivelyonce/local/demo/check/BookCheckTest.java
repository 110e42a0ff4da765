package dev.effectivelyonce.local.demo.check;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.local.demo.check.Book.Entry;
import dev.effectivelyonce.local.demo.check.Book.Transfer;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Kind;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Balances, entries and record are one transaction: whatever is out of step is told. */
class BookCheckTest {
  private final Outcome outcome = Outcome.good();
  private final Event transfer = outcome.event(DemoQueue.LEDGER, Kind.PLAIN);
  private final String key = transfer.id().key();

  @Test
  void aGoodRunIsGood() {
    assertThat(outcome.report().violations()).isEmpty();
    assertThat(outcome.report().print()).contains("LEDGER (PostgreSQL)");
  }

  @ParameterizedTest
  @EnumSource(names = {"PLAIN", "CRASH_BEFORE", "CRASH_AFTER", "TIMEOUT", "ZOMBIE"})
  void aBalanceThatMovedTwiceIsFoundWhateverDied(Kind kind) {
    Event booked = outcome.event(DemoQueue.LEDGER, kind);
    outcome.balances.merge(booked.accountId(), -booked.amountCents(), Long::sum);

    outcome.assertFound(booked.accountId(), "");
  }

  @Test
  void aSideThatIsMissingIsFound() {
    Transfer before = row();
    row(new Transfer(before.number(), before.amountCents(), before.entries().subList(0, 1)));

    outcome.assertFound(key, "");
  }

  @Test
  void anEntryOfAnotherAccountIsFound() {
    Transfer before = row();
    List<Entry> wrong =
        List.of(new Entry("book-00", -before.amountCents()), new Entry("x", before.amountCents()));
    row(new Transfer(before.number(), before.amountCents(), wrong));

    outcome.assertFound(key, "");
    outcome.assertFound("x", "");
  }

  @Test
  void aRecordWithAnotherNumberThanItsRowIsFound() {
    outcome.numbers.put(key, row().number() + 1);

    outcome.assertFound(key, "tells the number");
  }

  @Test
  void aCompletedTransferWithoutARowIsFoundThoughItsProcessDied() {
    outcome.deaths.add(Set.of(outcome.first(transfer).number()));
    outcome.transfers.remove(key);

    outcome.assertFound(key, "completed, but");
  }

  @Test
  void aBookedTransferThatIsNotCompletedIsFound() {
    outcome.records.put(
        outcome.recordId(transfer), new RecordRow(Status.RETRYABLE, 1, OptionalInt.empty()));

    outcome.assertFound(key, "but not completed");
  }

  @Test
  void aRefusedTransferThatIsBookedIsFound() {
    Event refused = outcome.event(DemoQueue.LEDGER, Kind.OVER_BALANCE);
    outcome.book(refused);

    outcome.assertFound(refused.id().key(), "effect");
  }

  @Test
  void aTransferThatNobodySentIsFound() {
    outcome.transfers.put("stranger", new Transfer(9_999, 1, List.of()));

    outcome.assertFound("stranger", "effect");
  }

  private Transfer row() {
    return requireNonNull(outcome.transfers.get(key));
  }

  private void row(Transfer changed) {
    outcome.transfers.put(key, changed);
  }
}
