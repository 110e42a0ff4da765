package dev.effectivelyonce.local.demo.check;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

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

  private void assertFound(Breach breach, String subject, String label) {
    Report report = outcome.report();
    assertThat(report.violations())
        .as("%s of %s", breach, subject)
        .anyMatch(it -> it.breach() == breach && it.subject().equals(subject));
    assertThat(ReportPrinter.print(report))
        .contains("VERDICT: NOT")
        .containsPattern(label + " +0 +1 +WRONG");
  }

  private void assertNotFound(Breach breach) {
    assertThat(outcome.report().violations()).noneMatch(it -> it.breach() == breach);
  }

  @ParameterizedTest
  @EnumSource(names = {"PLAIN", "CRASH_BEFORE", "CRASH_AFTER", "TIMEOUT", "ZOMBIE"})
  void aSecondApplicationIsFoundWhateverDied(Kind kind) {
    Event applied = outcome.event(DemoQueue.PAYMENTS, kind);
    outcome.apply(applied);

    assertFound(Breach.DOUBLE_EFFECT, applied.accountId(), "Double effects");
    assertFound(Breach.UNBALANCED, applied.accountId(), "Accounts out of step");
  }

  @Test
  void anApplicationWithoutARowIsFoundThoughItsProcessDied() {
    outcome.deaths.add(Set.of(outcome.first(payment).number()));
    AccountRow row = accountRow();
    account(row.balanceCents() - payment.amountCents(), row.paymentsApplied() + 1);

    assertFound(Breach.DOUBLE_EFFECT, account, "Double effects");
  }

  @Test
  void aBalanceThatIsOffByOneAmountIsFound() {
    AccountRow row = accountRow();
    account(row.balanceCents() - payment.amountCents(), row.paymentsApplied());

    assertFound(Breach.UNBALANCED, account, "Accounts out of step");
    assertNotFound(Breach.DOUBLE_EFFECT);
  }

  @Test
  void aMissingLedgerRowIsFoundAndIsNoDoubleEffect() {
    outcome.ledger.remove(Outcome.ledgerKey(payment));

    assertFound(Breach.MISSING_LEDGER_ROW, payment.id().key(), "Completed, not in the ledger");
    assertNotFound(Breach.DOUBLE_EFFECT);
  }

  @ParameterizedTest
  @EnumSource(
      value = Status.class,
      names = {"COMPLETED"},
      mode = EnumSource.Mode.EXCLUDE)
  void aLedgerRowWithoutCompletionIsFound(Status status) {
    outcome.deaths.add(Set.of(outcome.first(payment).number()));
    outcome.records.put(outcome.recordId(payment), new RecordRow(status, 1, OptionalInt.empty()));

    assertFound(Breach.NOT_COMPLETED, payment.id().key(), "In the ledger, not completed");
  }

  @Test
  void aGapInTheSequenceIsFound() {
    LedgerRow row = requireNonNull(outcome.ledger.get(Outcome.ledgerKey(payment)));
    outcome.ledger.put(
        Outcome.ledgerKey(payment), new LedgerRow(row.amountCents(), row.sequence() + 100));

    assertFound(Breach.UNBALANCED, account, "Accounts out of step");
  }

  @Test
  void anAccountWithoutItsRowIsFound() {
    outcome.accounts.remove(account);

    assertFound(Breach.UNBALANCED, account, "Accounts out of step");
  }

  @Test
  void anAccountThatNobodyOpenedIsFound() {
    outcome.accounts.put("stranger", new AccountRow(-1, 1));

    assertFound(Breach.UNBALANCED, "stranger", "Accounts out of step");
  }

  private AccountRow accountRow() {
    return requireNonNull(outcome.accounts.get(account));
  }

  private void account(long balanceCents, int paymentsApplied) {
    outcome.accounts.put(account, new AccountRow(balanceCents, paymentsApplied));
  }
}
