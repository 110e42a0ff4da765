package dev.effectivelyonce.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.integration.stack.Consumer;
import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import dev.effectivelyonce.integration.stack.Outgoing;
import dev.effectivelyonce.integration.stack.Tables.RecordRow;
import dev.effectivelyonce.integration.stack.Uses;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Messages that no redelivery can mend. */
@ExtendWith(OnLocalStack.class)
@ResourceLock(Uses.ORDERS)
class DeadLettersIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int MAX_RECEIVE_COUNT = 3;

  private final DeployedStack stack;
  private final Consumer orders;

  DeadLettersIT(DeployedStack stack) {
    this.stack = stack;
    this.orders = stack.orders();
  }

  /** One send and one wait for all of them: redelivery takes LocalStack its time. */
  @Test
  void whatCanNotBeProcessedIsDeadLetteredAndRunNoMoreThanItShould() {
    Outgoing permanent = Outgoing.order(stack.newName("permanent")).simulating("fail-permanent");
    Outgoing retryable = Outgoing.order(stack.newName("retryable")).simulating("fail-retryable!");
    Outgoing unknownFault = Outgoing.order(stack.newName("unknown")).simulating("no-such-fault");
    Outgoing unreadable = raw("{\"orderId\": \"" + stack.newName("unreadable"));
    Outgoing withoutKey = raw("{\"totalCents\":5,\"note\":\"" + stack.newName("keyless") + "\"}");
    Outgoing first = Outgoing.order(stack.newName("reused"), 100);
    Outgoing reused = Outgoing.order(first.key(), 99_999);

    orders.send(first);
    orders.awaitStatus(Status.COMPLETED, first.key(), PATIENCE);
    orders.send(permanent, retryable, unknownFault, unreadable, withoutKey, reused);

    orders.awaitDeadLetter(permanent, PATIENCE);
    orders.awaitDeadLetter(unknownFault, PATIENCE);
    orders.awaitDeadLetter(unreadable, PATIENCE);
    orders.awaitDeadLetter(withoutKey, PATIENCE);
    orders.awaitDeadLetter(reused, PATIENCE);
    orders.awaitDeadLetter(retryable, PATIENCE);
    assertRecord(permanent, Status.FAILED, 1);
    assertRecord(unknownFault, Status.FAILED, 1);
    assertRecord(retryable, Status.RETRYABLE, MAX_RECEIVE_COUNT);
    assertRecord(first, Status.COMPLETED, 1);
    assertThat(stack.tables().timesProcessed(first.key())).isOne();
    assertThat(stack.tables().timesProcessed(permanent.key())).isZero();
    assertThat(stack.tables().timesProcessed(retryable.key())).isZero();
    assertThat(orders.deadLetters().bodies()).doesNotContain(first.body());
  }

  private static Outgoing raw(String body) {
    return new Outgoing(body, body, Optional.empty(), Optional.empty());
  }

  private void assertRecord(Outgoing message, Status status, int attempt) {
    RecordRow row = orders.record(message.key()).orElseThrow();
    assertThat(row.status()).as(message.key()).isEqualTo(status);
    assertThat(row.attempt()).as("attempts of " + message.key()).isEqualTo(attempt);
  }
}
