package dev.effectivelyonce.local.eventsource.kafka;

import static dev.effectivelyonce.local.eventsource.kafka.KafkaCluster.failures;
import static dev.effectivelyonce.local.eventsource.kafka.KafkaCluster.mapping;
import static dev.effectivelyonce.local.fixture.FunctionStandIn.FAILED;
import static dev.effectivelyonce.local.fixture.FunctionStandIn.HANDLED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.fixture.Await;
import dev.effectivelyonce.local.fixture.FunctionStandIn;
import dev.effectivelyonce.local.template.FailureHandling;
import dev.effectivelyonce.local.template.KafkaMapping;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/** What comes back after a failure, and how often. KAFKA.md names the source of each rule. */
@ExtendWith(OnKafka.class)
@ResourceLock(OnKafka.CLUSTER)
class KafkaFailureTest {
  private static final FailureHandling DEFAULTS = FailureHandling.defaults();
  private static final FailureHandling REPORTING = DEFAULTS.reportingItems();

  private final KafkaCluster kafka;

  KafkaFailureTest(KafkaCluster kafka) {
    this.kafka = kafka;
  }

  /** A mapping that takes all records of a test in one event. */
  private KafkaMapping inOneEvent(String topic, int records, FailureHandling failures) {
    return mapping(topic).batching(records, Duration.ofMinutes(5)).onFailures(failures);
  }

  private static FunctionStandIn failing(int times) {
    return FunctionStandIn.inTurn(invocation -> invocation <= times ? FAILED : HANDLED);
  }

  private static FunctionStandIn failingWith(String poison) {
    return FunctionStandIn.answering(values -> values.contains(poison) ? FAILED : HANDLED);
  }

  @Test
  void anErrorBringsTheWholeEventBackUntilItIsHandled() {
    String topic = kafka.topic(1);
    kafka.send(topic, 0, "a", "b");
    FunctionStandIn function = failing(12);
    KafkaMapping mapping = inOneEvent(topic, 2, DEFAULTS);

    kafka.start(mapping, function);
    kafka.awaitCommitted(mapping, 0, 2);

    assertThat(function.batches()).hasSize(13).containsOnly(List.of("a", "b"));
  }

  @Test
  void withoutReportingAResponseIsNotRead() {
    String topic = kafka.topic(1);
    kafka.send(topic, 0, "a", "b");
    FunctionStandIn function = FunctionStandIn.answering(values -> failures(topic + "-0", 0));
    KafkaMapping mapping = inOneEvent(topic, 2, DEFAULTS);

    kafka.start(mapping, function);
    kafka.awaitCommitted(mapping, 0, 2);

    assertThat(function.batches()).containsExactly(List.of("a", "b"));
  }

  @Test
  void eachPartitionComesBackFromItsLowestReportedOffsetOn() {
    String topic = kafka.topic(3);
    kafka.send(topic, 0, "a0", "a1", "a2", "a3");
    kafka.send(topic, 1, "b0", "b1");
    kafka.send(topic, 2, "c0");
    List<List<Long>> committed = new CopyOnWriteArrayList<>();
    KafkaMapping mapping = inOneEvent(topic, 7, REPORTING);
    FunctionStandIn function =
        FunctionStandIn.inTurn(
            invocation -> {
              committed.add(
                  List.of(
                      kafka.committed(mapping, 0),
                      kafka.committed(mapping, 1),
                      kafka.committed(mapping, 2)));
              return invocation == 1
                  ? failures(topic + "-0", 3, topic + "-0", 1, topic + "-1", 0)
                  : HANDLED;
            });

    kafka.start(mapping, function);
    kafka.awaitCommitted(mapping, 0, 4);
    kafka.awaitCommitted(mapping, 1, 2);

    assertThat(function.batches())
        .containsExactly(
            List.of("a0", "a1", "a2", "a3", "b0", "b1", "c0"),
            List.of("a1", "a2", "a3", "b0", "b1"));
    assertThat(committed).containsExactly(List.of(0L, 0L, 0L), List.of(1L, 0L, 1L));
  }

  @Test
  void otherPartitionsGoOnBesideOneThatFails() {
    String topic = kafka.topic(2);
    kafka.send(topic, 0, "poison", "behind");
    FunctionStandIn function =
        FunctionStandIn.answering(
            values -> values.contains("poison") ? failures(topic + "-0", 0) : HANDLED);
    KafkaMapping mapping = mapping(topic).onFailures(REPORTING);

    kafka.start(mapping, function);
    Await.until("a retry", () -> function.events().size() > 1);
    kafka.send(topic, 1, "b0");
    kafka.awaitCommitted(mapping, 1, 1);

    assertThat(kafka.committed(mapping, 0)).isZero();
  }

  @Test
  void anEventIsSkippedWhenItsRetriesAreUsedUp() {
    String topic = kafka.topic(1);
    kafka.send(topic, 0, "poison", "b");
    FunctionStandIn function = failingWith("poison");
    KafkaMapping mapping = inOneEvent(topic, 1, DEFAULTS.retries(2));

    kafka.start(mapping, function);
    kafka.awaitCommitted(mapping, 0, 2);

    assertThat(function.values()).containsExactly("poison", "poison", "poison", "b");
  }

  @Test
  void whatIsLeftOfAnEventHasAllItsRetries() {
    String topic = kafka.topic(1);
    kafka.send(topic, 0, "a", "b", "c");
    FunctionStandIn function = FunctionStandIn.answering(values -> failures(topic + "-0", 1));
    KafkaMapping mapping = inOneEvent(topic, 3, REPORTING.retries(1));

    kafka.start(mapping, function);
    kafka.awaitCommitted(mapping, 0, 3);

    assertThat(function.batches())
        .containsExactly(List.of("a", "b", "c"), List.of("b", "c"), List.of("b", "c"));
  }

  @Test
  void aSplitEventIsTriedHalfByHalfInOrder() {
    String topic = kafka.topic(1);
    kafka.send(topic, 0, "a", "b", "poison", "d");
    FunctionStandIn function = failingWith("poison");
    KafkaMapping mapping = inOneEvent(topic, 4, DEFAULTS.bisecting().retries(1));

    kafka.start(mapping, function);
    kafka.awaitCommitted(mapping, 0, 4);

    assertThat(function.batches())
        .containsExactly(
            List.of("a", "b", "poison", "d"),
            List.of("a", "b"),
            List.of("poison", "d"),
            List.of("poison"),
            List.of("poison"),
            List.of("d"));
  }
}
