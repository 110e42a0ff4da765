package dev.effectivelyonce.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.integration.stack.Consumer;
import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.Eventually;
import dev.effectivelyonce.integration.stack.Json;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import dev.effectivelyonce.integration.stack.Outage;
import dev.effectivelyonce.integration.stack.Outgoing;
import dev.effectivelyonce.integration.stack.Uses;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The deployed replay function, on dead letters of every kind. */
@ExtendWith(OnLocalStack.class)
@ResourceLock(Uses.ORDERS)
class ReplayIT {

  private final DeployedStack stack;
  private final Consumer orders;

  ReplayIT(DeployedStack stack) {
    this.stack = stack;
    this.orders = stack.orders();
  }

  @Test
  void aReplayBringsBackWhatCanRunSkipsWhatIsDoneAndLeavesTheRest() {
    Outgoing completed = Outgoing.order(stack.newName("completed"), 100);
    Outgoing reused = Outgoing.order(completed.key(), 99_999);
    Outgoing absent = Outgoing.order(stack.newName("absent"));
    Outgoing failed = Outgoing.order(stack.newName("failed")).simulating("fail-permanent");
    String broken = "{\"orderId\": \"" + stack.newName("unreadable");
    Outgoing unreadable = new Outgoing(broken, broken, Optional.empty(), Optional.empty());
    orders.deadLetters().empty();
    orders.warmUp(Outgoing.order(stack.newName("order")));
    orders.send(completed);
    orders.awaitStatus(Status.COMPLETED, completed.key());
    orders.send(failed, reused, unreadable);
    orders.awaitDeadLetters(3);
    Outage.deadLetter(orders, completed, absent);

    assertCounts(replay(true), 5, 2, 1, 1, 1);
    assertThat(orders.deadLetters().queue().depth()).as("after a dry run").isEqualTo(5);
    JsonNode report = replay(false);

    assertCounts(report, 5, 2, 1, 1, 1);
    assertThat(report.path("reopened").asInt()).isOne();
    orders.awaitCompleted(List.of(absent, failed));
    orders.assertRan(completed, 1);
    orders.assertRan(absent, 1);
    orders.assertRan(failed, 2);

    assertCounts(replay(false), 2, 0, 0, 1, 1);
    assertThat(orders.deadLetters().take())
        .extracting(message -> message.body())
        .containsExactlyInAnyOrder(reused.body(), unreadable.body());
  }

  private JsonNode replay(boolean dryRun) {
    awaitVisibleDeadLetters();
    String request =
        Json.text(
            Map.of("queue", "orders", "dryRun", dryRun, "maxMessages", 100, "ratePerSecond", 50));
    return stack.invoke(stack.outputs().value("ReplayFunctionName"), request);
  }

  private static void assertCounts(
      JsonNode report, int examined, int replayed, int skipped, int left, int unreadable) {
    assertThat(
            List.of(
                report.path("examined").asInt(),
                report.path("replayed").asInt(),
                report.path("skipped").asInt(),
                report.path("left").asInt(),
                report.path("unreadable").asInt(),
                report.path("remaining").asInt()))
        .as("examined, replayed, skipped, left, unreadable, remaining of %s", report)
        .containsExactly(examined, replayed, skipped, left, unreadable, 0);
  }

  /** What a replay has left is hidden for a moment. */
  private void awaitVisibleDeadLetters() {
    Eventually.holds(
        "no dead letter is hidden",
        () -> assertThat(orders.deadLetters().queue().hidden()).isZero());
  }
}
