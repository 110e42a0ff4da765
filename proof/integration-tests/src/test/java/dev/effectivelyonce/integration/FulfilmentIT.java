package dev.effectivelyonce.integration;

import static dev.effectivelyonce.gateway.Entry.Kind.CHARGE;
import static dev.effectivelyonce.gateway.Entry.Kind.REFUND;
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

/** A saga whose gateway refuses, cuts or delays two of ten calls, and keeps a ledger of its own. */
@ExtendWith(OnLocalStack.class)
@ResourceLock(Uses.FULFILMENT)
class FulfilmentIT {

  private final DeployedStack stack;
  private final Consumer fulfilment;
  private final String article;

  FulfilmentIT(DeployedStack stack) {
    this.stack = stack;
    this.fulfilment = stack.fulfilment();
    this.article = stack.newName("article");
  }

  @Test
  void anOrderIsChargedOnceThoughItsProcessDiedAfterTheCharge() {
    stack.tables().stock(article, 10);
    Outgoing order = order().simulating("crash-in-step:charge");

    fulfilment.send(order, order.again());

    fulfilment.awaitStatus(Status.COMPLETED, order.key());
    fulfilment.awaitEmptyQueue();
    assertThat(stack.gateway().ledger(order.key())).containsExactly(CHARGE);
    assertThat(stack.tables().shipments()).containsOnlyOnce(order.key());
    assertThat(stack.tables().inStock(article)).isEqualTo(8);
  }

  @Test
  void aRecalledArticleIsGivenBackOnceThoughTheProcessDiedAfterTheRefund() {
    stack.tables().stockRecalled(article, 10);
    Outgoing order = order().simulating("crash-in-step:charge.undo");

    fulfilment.send(order);

    assertWentBack(order);
    assertThat(stack.gateway().ledger(order.key())).containsExactly(CHARGE, REFUND);
  }

  /** Its process dies when the articles are reserved, too: they are reserved once. */
  @Test
  void anOrderWhoseCardIsDeclinedGoesBack() {
    stack.tables().stock(article, 10);
    Outgoing order =
        Outgoing.declinedFulfilment(stack.newName("order"), article)
            .simulating("crash-in-step:reserve");

    fulfilment.send(order);

    assertWentBack(order);
    assertThat(stack.gateway().ledger(order.key())).isEmpty();
  }

  @Test
  void whatIsNotInStockIsNotCharged() {
    Outgoing order = order();

    fulfilment.send(order);

    fulfilment.awaitStatus(Status.FAILED, order.key());
    fulfilment.awaitDeadLetter(order);
    assertThat(stack.tables().reservations(order.key())).isEmpty();
    assertThat(stack.gateway().ledger(order.key())).isEmpty();
  }

  private Outgoing order() {
    return Outgoing.fulfilment(stack.newName("order"), article);
  }

  private void assertWentBack(Outgoing order) {
    fulfilment.awaitStatus(Status.FAILED, order.key());
    fulfilment.awaitDeadLetter(order);
    assertThat(stack.tables().reservations(order.key())).containsExactly("RELEASED");
    assertThat(stack.tables().inStock(article)).isEqualTo(10);
    assertThat(stack.tables().shipments()).doesNotContain(order.key());
  }
}
