package dev.effectivelyonce.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.gateway.Entry;
import dev.effectivelyonce.integration.stack.Consumer;
import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.Eventually;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import dev.effectivelyonce.integration.stack.Outgoing;
import dev.effectivelyonce.integration.stack.Tables.RecordRow;
import dev.effectivelyonce.integration.stack.Uses;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** A consumer with a heartbeat, and a queue that by itself hides a message for hours. */
@ExtendWith(OnLocalStack.class)
@ResourceLock(Uses.FULFILMENT)
class HeartbeatIT {

  private final DeployedStack stack;
  private final Consumer fulfilment;
  private final Duration asDeployed;

  HeartbeatIT(DeployedStack stack) {
    this.stack = stack;
    this.fulfilment = stack.fulfilment();
    this.asDeployed =
        Duration.ofSeconds(
            Long.parseLong(fulfilment.queue().attribute(QueueAttributeName.VISIBILITY_TIMEOUT)));
  }

  /** A claim that comes late lasts until the timeout: it is not renewed, nor is the visibility. */
  @BeforeEach
  void hideForHoursOnceWarm() {
    fulfilment.warmUp(orderInStock());
    fulfilment.queue().hides(Duration.ofHours(2));
  }

  @AfterEach
  void hideAsDeployed() {
    fulfilment.queue().hides(asDeployed);
  }

  /** Its visibility was renewed together with its claim: both end when nobody renews them. */
  @Test
  void aMessageWhoseProcessDiesComesBackWhenItsRenewedLeaseEnds() {
    // Lambda ends it. Killed from here it may be the next attempt already that dies, and before its
    // own heartbeat hides the message anew: it would be hidden for as long as the queue says.
    Outgoing order = orderInStock().simulating("timeout");
    fulfilment.send(order);
    Instant first = fulfilment.awaitStatus(Status.INPROGRESS, order.key()).leaseUntil();

    // A message is hidden after its claim is renewed, and before the next renewal.
    Instant second = awaitRenewal(order, first);
    awaitRenewal(order, second);
    // The next attempt begins in a cold process, and may be killed before it renews anything.
    hideAsDeployed();

    assertThat(fulfilment.awaitStatus(Status.COMPLETED, order.key()).attempt()).isGreaterThan(1);
    fulfilment.awaitEmptyQueue();
    assertThat(stack.gateway().ledger(order.key())).containsExactly(Entry.Kind.CHARGE);
  }

  private Outgoing orderInStock() {
    String article = stack.newName("article");
    stack.tables().stock(article, 10);
    return Outgoing.fulfilment(stack.newName("order"), article);
  }

  private Instant awaitRenewal(Outgoing order, Instant lease) {
    Eventually.holds(
        "the claim of " + order.key() + " is renewed",
        () -> assertThat(claim(order).leaseUntil()).isAfter(lease));
    return claim(order).leaseUntil();
  }

  private RecordRow claim(Outgoing order) {
    return fulfilment.record(order.key()).orElseThrow();
  }
}
