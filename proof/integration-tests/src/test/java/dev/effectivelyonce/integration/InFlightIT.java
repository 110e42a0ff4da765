package dev.effectivelyonce.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.integration.stack.Aside;
import dev.effectivelyonce.integration.stack.Consumer;
import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.Function;
import dev.effectivelyonce.integration.stack.Function.Answer;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import dev.effectivelyonce.integration.stack.Outgoing;
import dev.effectivelyonce.integration.stack.Uses;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A second delivery while the first still runs. The first is an invocation of the test's own, since
 * LocalStack runs one invocation at a time for a queue.
 */
@ExtendWith(OnLocalStack.class)
@ResourceLock(Uses.ORDERS)
class InFlightIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final DeployedStack stack;
  private final Consumer orders;

  InFlightIT(DeployedStack stack) {
    this.stack = stack;
    this.orders = stack.orders();
  }

  @Test
  void aCopyThatMeetsARunningAttemptIsDeferredAndAcknowledgedLater() {
    Outgoing slow = Outgoing.order(stack.newName("slow")).simulating("slow:4000");
    Function function = orders.function();
    function.warmUp(
        Function.LIVE,
        Stream.of("warm", "warm", "warm")
            .map(name -> Outgoing.order(stack.newName(name)).simulating("slow:1000"))
            .toList());

    CompletableFuture<Answer> running =
        Aside.start(() -> function.invoke(Function.LIVE, List.of(slow)));
    orders.awaitStatus(Status.INPROGRESS, slow.key(), PATIENCE);
    orders.send(slow.again());
    Answer copy = function.invoke(Function.LIVE, List.of(slow.again()));

    // A copy that had come after the first one's end would have been acknowledged as a duplicate.
    assertThat(copy.failed()).as("left in the queue, not run").containsExactly(slow.key());
    assertThat(running.join().failed()).isEmpty();
    orders.awaitEmptyQueue(PATIENCE);
    assertThat(orders.record(slow.key()).orElseThrow().attempt()).isOne();
    assertThat(stack.tables().timesProcessed(slow.key())).isOne();
    assertThat(orders.deadLetters().bodies()).doesNotContain(slow.body());
  }
}
