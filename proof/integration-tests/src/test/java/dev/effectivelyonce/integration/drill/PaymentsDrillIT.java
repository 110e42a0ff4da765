package dev.effectivelyonce.integration.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.integration.stack.Consumer;
import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.Eventually;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import dev.effectivelyonce.integration.stack.Outgoing;
import dev.effectivelyonce.integration.stack.PageScript;
import dev.effectivelyonce.integration.stack.Tables;
import dev.effectivelyonce.integration.stack.Tables.AccountRow;
import dev.effectivelyonce.integration.stack.Tables.LedgerRow;
import dev.effectivelyonce.integration.stack.Tables.RecordRow;
import dev.effectivelyonce.integration.stack.Uses;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** An account whose payments wait, and one from which too little was taken. */
@ExtendWith(OnLocalStack.class)
@ResourceLock(Uses.PAYMENTS)
class PaymentsDrillIT {
  private static final long OPENING_CENTS = 10_000;

  /** So that the group is blocked for minutes rather than for some seconds. */
  private static final int PATIENT_RECEIVES = 20;

  private final DeployedStack stack;
  private final Consumer payments;
  private final String account;

  @TempDir private Path directory;
  private Night night;

  PaymentsDrillIT(DeployedStack stack) {
    this.stack = stack;
    this.payments = stack.payments();
    this.account = stack.newName("account");
  }

  @BeforeEach
  void begin() {
    night = Night.of(stack, directory);
    payments.deadLetters().empty();
    stack.tables().openAccount(account, OPENING_CENTS);
  }

  @Test
  @Incident("blocked-group")
  void aGroupGoesOnInOrderWhenWhatBlocksItIsSettled() {
    String other = stack.newName("account");
    stack.tables().openAccount(other, OPENING_CENTS);
    Outgoing blocks = payment(100).simulating("fail-retryable!");
    Outgoing second = payment(200);
    Outgoing third = payment(300);
    Outgoing ofOther = Outgoing.payment(stack.newName("payment"), other, 400);
    int receives = payments.queue().receives(PATIENT_RECEIVES);
    // LocalStack does not let a message wait for an earlier one that was received with it.
    int batch = payments.function().batchSize(1);
    try {
      payments.send(blocks, second, third, ofOther);
      payments.awaitStatus(Status.COMPLETED, ofOther.key());
      awaitAttempts(blocks, 3);

      PageScript page = night.incident("blocked-group").with("KEY", blocks.key());
      assertThat(page.run("effectively-once status")).contains("payments");
      assertThat(page.run("effectively-once inspect"))
          .contains(Tables.recordId("payments", blocks.key()), "Simulated retryable failure");
      assertThat(payments.record(second.key())).isEmpty();
      page.runBetweenAttempts("effectively-once settle completed");
      page.isOver();

      payments.awaitStatus(Status.COMPLETED, third.key());
      payments.awaitEmptyQueue();
    } finally {
      payments.function().batchSize(batch);
      payments.queue().receives(receives);
    }
    assertThat(payments.deadLetters().queue().depth()).isZero();
    assertThat(stack.tables().ledger(account))
        .containsExactly(new LedgerRow(second.key(), 200, 1), new LedgerRow(third.key(), 300, 2));
    assertThat(night.reasons(payments, blocks.key())).containsExactly(Night.TICKET);
  }

  @Test
  @Incident("wrong-money")
  void whatIsMissingIsTakenByANewEventAndNothingTwice() {
    Outgoing wrong = payment(700);
    Outgoing rest = payment(500);
    payments.send(wrong);
    payments.awaitStatus(Status.COMPLETED, wrong.key());
    night.write("new-event.json", rest.body());
    PageScript page =
        night
            .incident("wrong-money")
            .with("KEY", wrong.key())
            .with("URL", payments.queue().url())
            .with("GROUP", account)
            .with("NEW", rest.key());

    assertThat(page.run("effectively-once inspect")).containsPattern("State +COMPLETED");
    page.run("aws sqs send-message");
    payments.awaitStatus(Status.COMPLETED, rest.key());
    assertThat(page.run("effectively-once inspect")).containsPattern("State +COMPLETED");
    page.isOver();

    assertThat(forget(wrong)).as("refused without a reason").isNotZero();
    payments.send(wrong.again());
    payments.awaitEmptyQueue();
    assertThat(stack.tables().ledger(account))
        .containsExactly(new LedgerRow(wrong.key(), 700, 1), new LedgerRow(rest.key(), 500, 2));
    assertThat(stack.tables().account(account)).isEqualTo(new AccountRow(8_800, 2));
  }

  private int forget(Outgoing payment) {
    return night
        .shell()
        .run("effectively-once forget --yes --consumer payments --key " + payment.key())
        .status();
  }

  private Outgoing payment(long amountCents) {
    return Outgoing.payment(stack.newName("payment"), account, amountCents);
  }

  private void awaitAttempts(Outgoing payment, int attempts) {
    Eventually.holds(
        payment.key() + " has failed several times",
        () ->
            assertThat(payments.record(payment.key()).filter(it -> isReleased(it, attempts)))
                .isPresent());
  }

  private static boolean isReleased(RecordRow row, int attempts) {
    return row.status() == Status.RETRYABLE && row.attempt() >= attempts;
  }
}
