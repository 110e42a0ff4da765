package dev.effectivelyonce.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.integration.stack.Consumer;
import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import dev.effectivelyonce.integration.stack.Outgoing;
import dev.effectivelyonce.integration.stack.Uses;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A saga whose gateway can't be reached: the stack is deployed with an address where nobody
 * listens.
 */
@ExtendWith(OnLocalStack.class)
@ResourceLock(Uses.FULFILMENT)
class FulfilmentIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Five pauses between the attempts, each twice as long as the one before. */
  private static final Duration UNTIL_GIVEN_UP = Duration.ofMinutes(4);

  private final DeployedStack stack;
  private final Consumer fulfilment;

  FulfilmentIT(DeployedStack stack) {
    this.stack = stack;
    this.fulfilment = stack.fulfilment();
  }

  @Test
  void whatIsNotInStockFailsWithoutTheGateway() {
    Outgoing order = Outgoing.fulfilment(stack.newName("order"), stack.newName("nothing-of-it"));

    fulfilment.send(order);

    fulfilment.awaitStatus(Status.FAILED, order.key(), PATIENCE);
    fulfilment.awaitDeadLetter(order, PATIENCE);
    assertThat(stack.tables().reservations(order.key())).isEmpty();
  }

  /** Its process dies when the articles are reserved, too: they are reserved once. */
  @Test
  void anOrderThatCanNotBeChargedGoesBack() {
    String article = stack.newName("article");
    stack.tables().stock(article, 10);
    Outgoing order =
        Outgoing.fulfilment(stack.newName("order"), article).simulating("crash-in-step:reserve");

    fulfilment.send(order);

    fulfilment.awaitStatus(Status.FAILED, order.key(), UNTIL_GIVEN_UP);
    fulfilment.awaitDeadLetter(order, PATIENCE);
    assertThat(stack.tables().reservations(order.key())).containsExactly("RELEASED");
    assertThat(stack.tables().inStock(article)).isEqualTo(10);
    assertThat(stack.tables().shipments()).doesNotContain(order.key());
  }
}
