package dev.effectivelyonce.streams;

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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A consumer of clicks with everything around it. Its handler completes unless told otherwise for a
 * click. Without jitter, and a wait moves the clock.
 */
final class Bench {
  /** What Lambda reads of a click. */
  record Click(String id) {}

  static final Duration TIMEOUT = Duration.ofSeconds(30);
  static final Duration LEASE_MARGIN = Duration.ofSeconds(2);

  final ManualClock clock = new ManualClock();
  final InMemoryStore memory = new InMemoryStore();
  final FaultyStore store = new FaultyStore(memory);
  final RecordingParking parking = new RecordingParking();
  PartitionLanes lanes = PartitionLanes.PARTITION;
  AbandonedClaimPolicy abandoned = AbandonedClaimPolicy.RERUN;

  private final List<String> ran = new CopyOnWriteArrayList<>();
  private final Map<String, StreamHandler<Click>> answers = new ConcurrentHashMap<>();
  private final AtomicLong owners = new AtomicLong();
  private volatile CountDownLatch others = new CountDownLatch(0);

  Bench on(String id, StreamHandler<Click> answer) {
    answers.put(id, answer);
    return this;
  }

  Bench on(String id, HandlerResult answer) {
    return on(id, (click, delivery) -> answer);
  }

  /** Lets no wait move the clock before this many events of other lanes have ended. */
  Bench whereWaitsLetOthersEnd(int events) {
    others = new CountDownLatch(events);
    return this;
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

  static StreamIdentity<Click> clicks() {
    return StreamIdentity.ofKinesis("clicks", Click.class, StreamKey.of("id", Click::id));
  }

  StreamConsumerBuilder<Click> consumer() {
    return consumer(clicks());
  }

  StreamConsumerBuilder<Click> consumer(StreamIdentity<Click> identity) {
    return with(StreamConsumer.of(identity))
        .handler(
            (click, delivery) -> {
              ran.add(click.id());
              return answers
                  .getOrDefault(click.id(), (it, that) -> HandlerResult.completed())
                  .handle(click, delivery);
            });
  }

  /** Everything but the handler. */
  <M> StreamConsumerBuilder<M> with(StreamConsumerBuilder<M> builder) {
    return builder
        .onAbandonedClaim(abandoned)
        .store(store)
        .retention(Duration.ofDays(19))
        .leaseMargin(LEASE_MARGIN)
        .lanes(lanes)
        .observer(this::observed)
        .parking(parking)
        .platform(platform());
  }

  Platform platform() {
    return new Platform(
        clock, () -> new Owner("owner-" + owners.incrementAndGet()), () -> 0L, this::pause);
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

  /** What is reported when the default consumer handles the records in one more invocation. */
  Optional<String> reported(String... records) {
    return reported(consumer().build(), records);
  }

  Optional<String> reported(StreamConsumer<?> consumer, String... records) {
    try {
      return reportedOf(consumer, Records.event(List.of(records)));
    } catch (IOException e) {
      throw new IllegalStateException("The event is JSON", e);
    }
  }

  Optional<String> reportedOf(StreamConsumer<?> consumer, String event) throws IOException {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    consumer.handleRequest(
        new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)),
        output,
        new TestContext(clock, TIMEOUT));
    String answer = output.toString(StandardCharsets.UTF_8);
    return answer.equals("{\"batchItemFailures\":[]}")
        ? Optional.empty()
        : Optional.of(
            answer
                .replace("{\"batchItemFailures\":[{\"itemIdentifier\":\"", "")
                .replace("\"}]}", ""));
  }

  Optional<Status> status(String id) {
    return memory
        .find(RecordId.of(new ConsumerName("clicks"), BusinessKey.of(id)))
        .map(IdempotencyRecord::status);
  }
}
