package dev.effectivelyonce.local.eventsource.kafka;

import static dev.effectivelyonce.local.eventsource.kafka.KafkaCluster.mapping;
import static dev.effectivelyonce.local.fixture.FunctionStandIn.HANDLED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.fixture.Await;
import dev.effectivelyonce.local.fixture.FunctionStandIn;
import dev.effectivelyonce.local.template.KafkaMapping;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Who has a partition, and what is known of its offset. KAFKA.md names the source of each rule. */
@ExtendWith(OnKafka.class)
@ResourceLock(OnKafka.CLUSTER)
@Tag("full")
class KafkaRebalanceTest {
  private final KafkaCluster kafka;

  KafkaRebalanceTest(KafkaCluster kafka) {
    this.kafka = kafka;
  }

  @Test
  void partitionsRunSideBySideEachInOneInvocationAtATime() {
    String topic = kafka.topic(2);
    AtomicBoolean overlapped = new AtomicBoolean();
    FunctionStandIn function = FunctionStandIn.sideBySide(overlapped);
    KafkaMapping mapping = mapping(topic).batching(3, Duration.ZERO);
    kafka.start(mapping, function, Clock.systemUTC(), 2);
    Await.until("each poller has a partition", () -> kafka.isShared(mapping, 2));

    for (int at = 0; at < 9; at++) {
      kafka.send(topic, 0, "a" + at);
      kafka.send(topic, 1, "b" + at);
    }
    kafka.awaitCommitted(mapping, 0, 9);
    kafka.awaitCommitted(mapping, 1, 9);

    assertThat(overlapped).isFalse();
    assertThat(function.values()).filteredOn(value -> value.startsWith("a")).isSorted().hasSize(9);
    assertThat(function.values()).filteredOn(value -> value.startsWith("b")).isSorted().hasSize(9);
  }

  @Test
  void aPartitionThatMovesMidwayIsHandledBesideAZombieThatCommitsNothing() {
    String topic = kafka.topic(2);
    kafka.send(topic, 0, "a");
    kafka.send(topic, 1, "b");
    CountDownLatch zombieMayEnd = new CountDownLatch(1);
    CountDownLatch zombieEnded = new CountDownLatch(1);
    FunctionStandIn zombie =
        FunctionStandIn.answering(
            values -> {
              Await.end(zombieMayEnd);
              zombieEnded.countDown();
              return HANDLED;
            });
    KafkaMapping mapping = mapping(topic).batching(2, Duration.ofMinutes(5));
    FunctionStandIn successor = FunctionStandIn.answering(values -> FunctionStandIn.FAILED);

    kafka.start(mapping, zombie);
    Await.until("the first has both", () -> zombie.events().size() == 1);
    kafka.start(mapping.batching(2, Duration.ZERO), successor);
    Await.until("a partition has moved", () -> !successor.events().isEmpty());
    zombieMayEnd.countDown();
    Await.end(zombieEnded);
    String moved = successor.values().getFirst();
    int kept = moved.equals("a") ? 1 : 0;
    kafka.awaitCommitted(mapping, kept, 1);

    assertThat(zombie.values()).contains("a", "b");
    assertThat(kafka.committed(mapping, 1 - kept)).as("the successor fails").isZero();
  }

  @Test
  void aKilledBrokerCostsNoRecord() {
    String topic = kafka.topic(1);
    kafka.send(topic, 0, "a", "b");
    CountDownLatch killed = new CountDownLatch(1);
    FunctionStandIn function =
        FunctionStandIn.answering(
            values -> {
              Await.end(killed);
              return HANDLED;
            });
    KafkaMapping mapping = mapping(topic).batching(1, Duration.ZERO);

    kafka.start(mapping, function);
    Await.until("an invocation", () -> !function.events().isEmpty());
    kafka.engine().kill();
    killed.countDown();
    kafka.engine().restart();
    kafka.awaitCommitted(mapping, 0, 2);

    assertThat(List.copyOf(function.values())).contains("a", "b");
  }
}
