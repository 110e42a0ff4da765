package dev.effectivelyonce.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.integration.stack.Consumer;
import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import dev.effectivelyonce.integration.stack.Outgoing;
import dev.effectivelyonce.integration.stack.Tables.AccountRow;
import dev.effectivelyonce.integration.stack.Tables.LedgerRow;
import dev.effectivelyonce.integration.stack.Uses;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Functions whose process ends in the middle. */
@ExtendWith(OnLocalStack.class)
@ResourceLock(Uses.ORDERS)
@ResourceLock(Uses.PAYMENTS)
class DeathsIT {

  private final DeployedStack stack;
  private final Consumer orders;

  DeathsIT(DeployedStack stack) {
    this.stack = stack;
    this.orders = stack.orders();
  }

  /**
   * Each first attempt runs alone, and then the redeliveries are waited for together. Where that
   * takes longer than the queue hides the first, it shares a batch with another's first attempt,
   * and dies once more.
   */
  @Test
  void theClaimOfADeadAttemptIsTakenOverByARedelivery() {
    Outgoing before = Outgoing.order(stack.newName("before")).simulating("crash-before-effect");
    Outgoing after = Outgoing.order(stack.newName("after")).simulating("crash-after-effect");
    Outgoing timeout = Outgoing.order(stack.newName("timeout")).simulating("timeout");

    sendAndSeeItClaimed(orders, before);
    sendAndSeeItClaimed(orders, after);
    sendAndSeeItClaimed(orders, timeout);

    // The first attempt of these had no effect; each later one may have had its own.
    for (Outgoing order : List.of(before, timeout)) {
      int attempts = attemptsAfterTheFirst(order);
      assertThat(stack.tables().timesProcessed(order.key()))
          .as("times that " + order.key() + " was processed")
          .isBetween(1, attempts);
    }
    // What RERUN allows: the process died between the effect and its completion.
    int attempts = attemptsAfterTheFirst(after);
    assertThat(stack.tables().timesProcessed(after.key())).isBetween(2, 1 + attempts);
    orders.awaitEmptyQueue();
    assertThat(orders.deadLetters().bodies())
        .doesNotContain(before.body(), after.body(), timeout.body());
  }

  /** The process ends when the handler has returned what is to be written, and before it is. */
  @Test
  void aPaymentWhoseProcessDiesBeforeItsCommitIsBookedOnce() {
    String account = stack.newName("account");
    stack.tables().openAccount(account, 10_000);
    Outgoing payment =
        Outgoing.payment(stack.newName("payment"), account, 700).simulating("crash-after-effect");

    sendAndSeeItClaimed(stack.payments(), payment);
    assertThat(stack.tables().account(account)).isEqualTo(new AccountRow(10_000, 0));

    assertThat(attempts(stack.payments(), payment)).isEqualTo(2);
    assertThat(stack.tables().account(account)).isEqualTo(new AccountRow(9_300, 1));
    assertThat(stack.tables().ledger(account))
        .containsExactly(new LedgerRow(payment.key(), 700, 1));
  }

  private static void sendAndSeeItClaimed(Consumer consumer, Outgoing message) {
    consumer.send(message);
    consumer.awaitStatus(Status.INPROGRESS, message.key());
  }

  private int attemptsAfterTheFirst(Outgoing order) {
    int later = attempts(orders, order) - 1;
    assertThat(later).as("attempts at " + order.key() + " after the first").isPositive();
    return later;
  }

  private static int attempts(Consumer consumer, Outgoing message) {
    return consumer.awaitStatus(Status.COMPLETED, message.key()).attempt();
  }
}
