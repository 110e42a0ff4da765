package dev.effectivelyonce.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.integration.stack.Consumer;
import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import dev.effectivelyonce.integration.stack.Outgoing;
import dev.effectivelyonce.integration.stack.Uses;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The function with Powertools' annotation, over this library's store. */
@ExtendWith(OnLocalStack.class)
@ResourceLock(Uses.RECEIPTS)
class ReceiptsIT {

  private final DeployedStack stack;
  private final Consumer receipts;

  ReceiptsIT(DeployedStack stack) {
    this.stack = stack;
    this.receipts = stack.receipts();
  }

  @Test
  void aCopyIsAcknowledgedAndWritesNothing() {
    Outgoing order = Outgoing.order(stack.newName("receipt"));
    warmUp();

    receipts.send(order, order);
    receipts.awaitStatus(Status.COMPLETED, order.key());
    receipts.send(order);

    receipts.awaitEmptyQueue();
    assertThat(stack.tables().receiptsWritten(order.key())).isEqualTo(1);
    assertThat(receipts.record(order.key()).orElseThrow().attempt()).isEqualTo(1);
    assertThat(receipts.deadLetters().bodies()).doesNotContain(order.body());
  }

  /** Its record is in the stack's table, where the redelivery finds its claim lapsed. */
  @Test
  void theClaimOfADeadAttemptIsTakenOverByARedelivery() {
    Outgoing order = Outgoing.order(stack.newName("receipt")).simulating("crash-before-effect");

    receipts.send(order);
    receipts.awaitStatus(Status.INPROGRESS, order.key());
    assertThat(stack.tables().receiptsWritten(order.key())).isZero();

    assertThat(receipts.awaitStatus(Status.COMPLETED, order.key()).attempt()).isEqualTo(2);
    assertThat(stack.tables().receiptsWritten(order.key())).isEqualTo(1);
    receipts.awaitEmptyQueue();
    assertThat(receipts.deadLetters().bodies()).doesNotContain(order.body());
  }

  /** The first invocation of a process loads Powertools, and may be cut off by its timeout. */
  private void warmUp() {
    Outgoing first = Outgoing.order(stack.newName("receipt"));
    receipts.send(first);
    receipts.awaitStatus(Status.COMPLETED, first.key());
  }
}
