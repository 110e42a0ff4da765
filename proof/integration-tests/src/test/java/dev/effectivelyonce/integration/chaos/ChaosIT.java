package dev.effectivelyonce.integration.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.integration.environment.FunctionContainers;
import dev.effectivelyonce.integration.stack.Consumer;
import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.Eventually;
import dev.effectivelyonce.integration.stack.Json;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import dev.effectivelyonce.integration.stack.Outgoing;
import dev.effectivelyonce.integration.stack.Uses;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Much traffic on both queues while containers of both functions are killed at random. */
@ExtendWith(OnLocalStack.class)
@ResourceLock(Uses.ORDERS)
@ResourceLock(Uses.PAYMENTS)
class ChaosIT {

  private final DeployedStack stack;
  private final long seed = Long.getLong("chaos.seed", System.nanoTime());
  private final Set<String> deadLettered = new HashSet<>();

  ChaosIT(DeployedStack stack) {
    this.stack = stack;
  }

  @Test
  void nothingIsLostAndNothingIsRepeatedButWhatTheGuaranteeAllows() {
    System.out.println("Chaos: repeat this run with -Dchaos.seed=" + seed);
    long began = System.nanoTime();
    stack.orders().deadLetters().empty();
    stack.payments().deadLetters().empty();
    Random random = new Random(seed);
    Traffic traffic = Traffic.draw(stack, random);
    traffic
        .accounts()
        .forEach(account -> stack.tables().openAccount(account, Traffic.OPENING_CENTS));

    int kills = runAndKill(traffic, random);
    sendDeadLettersAnew(stack.orders(), "orderId");
    sendDeadLettersAnew(stack.payments(), "paymentId");

    Audit audit = new Audit(traffic, stack.tables(), deadLettered);
    System.out.printf(
        Locale.ROOT,
        "Chaos: %d events in %d messages, %d containers killed, %d events taken over,%n       %d"
            + " orders written again as allowed, %d breaches, %d dead-lettered and sent again, %d"
            + " s%n",
        traffic.events(),
        traffic.messages(),
        kills,
        audit.takenOver(),
        audit.repeats(),
        audit.breaches().size(),
        deadLettered.size(),
        Duration.ofNanos(System.nanoTime() - began).toSeconds());
    assertThat(audit.breaches()).as("breaches with seed %d", seed).isEmpty();
    assertThat(kills).as("containers killed").isPositive();
    assertThat(audit.takenOver()).as("events whose attempt was killed").isPositive();
  }

  private int runAndKill(Traffic traffic, Random random) {
    CompletableFuture<Void> sending =
        CompletableFuture.allOf(
            CompletableFuture.runAsync(() -> stack.orders().send(traffic.orderMessages().stream())),
            CompletableFuture.runAsync(
                () -> stack.payments().send(traffic.paymentMessages().stream())));
    try (Killer killer =
        Killer.start(
            List.of(
                stack.orders().function().containers(), stack.payments().function().containers()),
            random)) {
      killInTheMiddle(stack.orders(), traffic.hanging());
      sending.join();
      Eventually.holds(
          "most messages are through",
          () -> assertThat(depth()).isLessThan(traffic.messages() / 10));
      int kills = killer.stop();
      awaitEmptyQueues();
      return kills;
    }
  }

  /** Aimed, since each of those at random may hit a runtime between two invocations. */
  private static void killInTheMiddle(Consumer consumer, Outgoing hanging) {
    consumer.awaitStatus(Status.INPROGRESS, hanging.key());
    FunctionContainers containers = consumer.function().containers();
    containers.runningSince(Instant.now()).forEach(containers::killRuntime);
  }

  /** What was received three times by containers that were killed: an operator's work. */
  private void sendDeadLettersAnew(Consumer consumer, String keyField) {
    List<Outgoing> found = newDeadLetters(consumer, keyField);
    consumer.send(found.stream());
    awaitEmptyQueues();
    assertThat(newDeadLetters(consumer, keyField)).as("dead letters though none died").isEmpty();
  }

  private List<Outgoing> newDeadLetters(Consumer consumer, String keyField) {
    return consumer.deadLetters().take().stream()
        .map(letter -> Outgoing.of(Json.read(letter.body()).path(keyField).asText(), letter))
        .peek(message -> deadLettered.add(message.key()))
        .toList();
  }

  private void awaitEmptyQueues() {
    Eventually.holds(
        "both queues are empty", () -> assertThat(depth()).as("messages left").isZero());
  }

  private int depth() {
    return stack.orders().queue().depth() + stack.payments().queue().depth();
  }
}
