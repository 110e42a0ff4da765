package dev.effectivelyonce.local.demo.check;

import static java.util.Objects.requireNonNull;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.local.demo.check.Tables.AccountRow;
import dev.effectivelyonce.local.demo.check.Tables.LedgerRow;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Kind;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Account, ledger and record are written together: whatever is out of step is told. */
class AccountCheckTest {
  private final Outcome outcome = Outcome.good();
  private final Event payment = outcome.event(DemoQueue.PAYMENTS, Kind.PLAIN);
  private final String account = payment.accountId();

  @ParameterizedTest
  @EnumSource(names = {"PLAIN", "CRASH_BEFORE", "CRASH_AFTER", "TIMEOUT", "ZOMBIE"})
  void aSecondApplicationIsFoundWhateverDied(Kind kind) {
    Event applied = outcome.event(DemoQueue.PAYMENTS, kind);
    outcome.apply(applied);

    outcome.assertFound(applied.accountId(), "double effect");
    outcome.assertFound(applied.accountId(), "");
  }

  @Test
  void anApplicationWithoutARowIsFoundThoughItsProcessDied() {
    outcome.deaths.add(Set.of(outcome.first(payment).number()));
    AccountRow row = accountRow();
    account(row.balanceCents() - payment.amountCents(), row.paymentsApplied() + 1);

    outcome.assertFound(account, "double effect");
  }

  @Test
  void aBalanceThatIsOffByOneAmountIsFound() {
    AccountRow row = accountRow();
    account(row.balanceCents() - payment.amountCents(), row.paymentsApplied());

    outcome.assertFound(account, "");
    outcome.assertNotFound("double effect");
  }

  @Test
  void aMissingLedgerRowIsFoundAndIsNoDoubleEffect() {
    outcome.ledger.remove(Outcome.ledgerKey(payment));

    outcome.assertFound(payment.id().key(), "completed, but");
    outcome.assertNotFound("double effect");
  }

  @ParameterizedTest
  @EnumSource(
      value = Status.class,
      names = {"COMPLETED"},
      mode = EnumSource.Mode.EXCLUDE)
  void aLedgerRowWithoutCompletionIsFound(Status status) {
    outcome.deaths.add(Set.of(outcome.first(payment).number()));
    outcome.records.put(outcome.recordId(payment), new RecordRow(status, 1, OptionalInt.empty()));

    outcome.assertFound(payment.id().key(), "but not completed");
  }

  @Test
  void aGapInTheSequenceIsFound() {
    LedgerRow row = requireNonNull(outcome.ledger.get(Outcome.ledgerKey(payment)));
    outcome.ledger.put(
        Outcome.ledgerKey(payment), new LedgerRow(row.amountCents(), row.sequence() + 100));

    outcome.assertFound(account, "");
  }

  @Test
  void anAccountWithoutItsRowIsFound() {
    outcome.accounts.remove(account);

    outcome.assertFound(account, "");
  }

  @Test
  void anAccountThatNobodyOpenedIsFound() {
    outcome.accounts.put("stranger", new AccountRow(-1, 1));

    outcome.assertFound("stranger", "");
  }

  private AccountRow accountRow() {
    return requireNonNull(outcome.accounts.get(account));
  }

  private void account(long balanceCents, int paymentsApplied) {
    outcome.accounts.put(account, new AccountRow(balanceCents, paymentsApplied));
  }
}
