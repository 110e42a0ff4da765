package dev.effectivelyonce.kafka;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.batch.PartitionLanes;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.Transition.Kind;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Owner;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.testkit.FaultyStore;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.RecordingParking;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A consumer of shipments with everything around it. Its handler completes unless told otherwise
 * for a shipment. Without jitter, and a wait moves the clock.
 */
final class KafkaBench {
  /** What Lambda reads of a shipment. */
  record Shipment(String id) {}

  static final Duration TIMEOUT = Duration.ofSeconds(30);
  static final Duration LEASE_MARGIN = Duration.ofSeconds(2);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  final ManualClock clock = new ManualClock();
  final InMemoryStore memory = new InMemoryStore();
  final FaultyStore store = new FaultyStore(memory);
  final RecordingParking parking = new RecordingParking();
  PartitionLanes lanes = PartitionLanes.PARTITION;

  private final List<String> ran = new CopyOnWriteArrayList<>();
  private final Map<String, KafkaHandler<Shipment>> answers = new ConcurrentHashMap<>();
  private final AtomicLong owners = new AtomicLong();
  private volatile CountDownLatch others = new CountDownLatch(0);

  KafkaBench on(String id, HandlerResult answer) {
    answers.put(id, (shipment, delivery) -> answer);
    return this;
  }

  /** Lets no wait move the clock before this many events of other lanes have ended. */
  void whereWaitsLetOthersEnd(int events) {
    others = new CountDownLatch(events);
  }

  /** The ids for which the handler ran, in the order of the starts. */
  List<String> ran() {
    return List.copyOf(ran);
  }

  List<ParkedMessage> parked() {
    return parking.messages();
  }

  List<String> parkedPositions() {
    return parked().stream().map(it -> it.origin().position()).toList();
  }

  static KafkaIdentity<Shipment> shipments() {
    return KafkaIdentity.of("shipments", Shipment.class, KafkaKey.of("id", Shipment::id));
  }

  KafkaConsumerBuilder<Shipment> consumer() {
    return consumer(shipments());
  }

  KafkaConsumerBuilder<Shipment> consumer(KafkaIdentity<Shipment> identity) {
    return with(KafkaConsumer.of(identity))
        .handler(
            (shipment, delivery) -> {
              ran.add(shipment.id());
              return answers
                  .getOrDefault(shipment.id(), (it, that) -> HandlerResult.completed())
                  .handle(shipment, delivery);
            });
  }

  /** Everything but the handler. */
  <M> KafkaConsumerBuilder<M> with(KafkaConsumerBuilder<M> builder) {
    return builder
        .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
        .store(store)
        .retention(Duration.ofDays(19))
        .leaseMargin(LEASE_MARGIN)
        .lanes(lanes)
        .observer(this::observed)
        .parking(parking)
        .platform(
            new Platform(
                clock,
                () -> new Owner("owner-" + owners.incrementAndGet()),
                () -> 0L,
                this::pause));
  }

  private void observed(Transition transition) {
    if (transition.kind() == Kind.EXECUTED || transition.kind() == Kind.FAILED) {
      others.countDown();
    }
  }

  private void pause(Duration duration) throws InterruptedException {
    if (!others.await(1, TimeUnit.MINUTES)) {
      throw new IllegalStateException("No other lane ended");
    }
    clock.advance(duration);
  }

  /** The offset that is reported of each partition, by the default consumer. */
  Map<String, Long> reported(TopicRecord... records) {
    return reported(consumer().build(), records);
  }

  Map<String, Long> reported(KafkaConsumer<?> consumer, TopicRecord... records) {
    try {
      Map<String, Long> offsets = new TreeMap<>();
      String event = TopicRecord.event(List.of(records));
      for (JsonNode failure : JSON.readTree(answer(consumer, event)).get("batchItemFailures")) {
        JsonNode identifier = failure.get("itemIdentifier");
        offsets.put(identifier.get("partition").asText(), identifier.get("offset").asLong());
      }
      return offsets;
    } catch (IOException e) {
      throw new IllegalStateException("The event is JSON", e);
    }
  }

  String answer(KafkaConsumer<?> consumer, String event) throws IOException {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    consumer.handleRequest(
        new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)),
        output,
        new TestContext(clock, TIMEOUT));
    return output.toString(StandardCharsets.UTF_8);
  }

  Optional<Status> status(String id) {
    return memory
        .find(RecordId.of(new ConsumerName("shipments"), BusinessKey.of(id)))
        .map(IdempotencyRecord::status);
  }
}
