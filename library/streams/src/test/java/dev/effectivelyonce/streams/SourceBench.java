package dev.effectivelyonce.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.Transition.Kind;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.handler.LiveClaim;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.steps.Steps;
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
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * A consumer of events with everything around it, behind a source that has no dead letters. Its
 * code completes unless told otherwise for an event. Without jitter, and a wait moves the clock.
 */
public abstract class SourceBench {
  /** What is read of an event. */
  public record Event(String id) {}

  /**
   * An event in its source.
   *
   * @param place the number of its record there
   */
  public record Placed(int place, String id) {}

  /** What is done with an event. */
  @FunctionalInterface
  public interface Code {
    HandlerResult handle(Attempt attempt, Steps steps) throws Exception;
  }

  public static final Duration TIMEOUT = Duration.ofSeconds(30);
  public static final Duration LEASE_MARGIN = Duration.ofSeconds(2);

  public final ManualClock clock = new ManualClock();
  public final InMemoryStore memory = new InMemoryStore();
  public final FaultyStore store = new FaultyStore(memory);
  public final RecordingParking parking = new RecordingParking();
  AbandonedClaimPolicy abandoned = AbandonedClaimPolicy.RERUN;

  private final ConsumerName name;
  private final List<String> ran = new CopyOnWriteArrayList<>();
  private final Map<String, Code> answers = new ConcurrentHashMap<>();
  private final AtomicLong owners = new AtomicLong();
  private volatile CountDownLatch others = new CountDownLatch(0);

  /** Returns an event as JSON. */
  public static String json(String id) {
    return "{\"id\":\"%s\"}".formatted(id);
  }

  /** Returns a text's bytes in base64, between quotes. */
  public static String base64(String text) {
    return base64(text.getBytes(StandardCharsets.UTF_8));
  }

  public static String base64(byte[] data) {
    return "\"" + Base64.getEncoder().encodeToString(data) + "\"";
  }

  protected SourceBench(String consumer) {
    this.name = new ConsumerName(consumer);
  }

  /** Returns the usual consumer, but for what is changed of its builder. */
  protected abstract RequestStreamHandler consumer(Consumer<ParkingConsumerBuilder<?, ?>> change);

  /** Delivers events in one more invocation, and returns those that come back. */
  protected abstract List<Placed> left(RequestStreamHandler consumer, List<Placed> events);

  /** Returns what the function answers to a batch without records. */
  protected String nothing() {
    return "{\"batchItemFailures\":[]}";
  }

  public final SourceBench on(String id, Code code) {
    answers.put(id, code);
    return this;
  }

  public final SourceBench on(String id, HandlerResult answer) {
    return on(id, (attempt, steps) -> answer);
  }

  /** Lets no wait move the clock before this many events of other lanes have ended. */
  public final void whereWaitsLetOthersEnd(int events) {
    others = new CountDownLatch(events);
  }

  /** The ids for which the code ran, in the order of the starts. */
  public final List<String> ran() {
    return List.copyOf(ran);
  }

  public final List<ParkedMessage> parked() {
    return parking.messages();
  }

  /** Asserts that the function fails, and that nothing of the event runs. */
  public final void assertRefused(String event, String problem) {
    assertThatThrownBy(() -> answer(consumer(it -> {}), event))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(problem);
    assertThat(ran()).isEmpty();
  }

  /** Asserts that the reason of each parked record has its text in it, in the order of parking. */
  public final void assertParked(String... reasons) {
    assertThat(parked())
        .extracting(ParkedMessage::why)
        .zipSatisfy(List.of(reasons), (why, reason) -> assertThat(why).contains(reason));
  }

  /** Returns the one record that is parked. */
  public final ParkedMessage onlyParked() {
    assertThat(parked()).hasSize(1);
    return parked().getFirst();
  }

  public final List<String> parkedPositions() {
    return parked().stream().map(it -> it.origin().position()).toList();
  }

  /** Sets everything but the handler. */
  protected final <B extends ParkingConsumerBuilder<B, ?>> B around(B builder) {
    return builder
        .onAbandonedClaim(abandoned)
        .store(store)
        .retention(Duration.ofDays(19))
        .leaseMargin(LEASE_MARGIN)
        .observer(this::observed)
        .parking(parking)
        .platform(
            new Platform(
                clock,
                () -> new AttemptId("owner-" + owners.incrementAndGet()),
                () -> 0L,
                this::pause));
  }

  /** The consumer's code, with what a delivery shows of its attempt. */
  protected final HandlerResult handle(Event event, Attempt attempt, Steps steps, LiveClaim claim)
      throws Exception {
    claim.ensureHeld();
    ran.add(event.id());
    return answers
        .getOrDefault(event.id(), (it, that) -> HandlerResult.completed())
        .handle(attempt, steps);
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

  /** Returns whether nothing comes back. An event that is named twice is one record twice. */
  public final boolean isDone(RequestStreamHandler consumer, String... ids) {
    List<String> all = Arrays.asList(ids);
    return left(consumer, all.stream().map(it -> new Placed(all.indexOf(it), it)).toList())
        .isEmpty();
  }

  /** The same of the usual consumer. */
  public final boolean isDone(String... ids) {
    return isDone(consumer(it -> {}), ids);
  }

  /** Returns what the function writes about an event of Lambda. */
  public final String answer(RequestStreamHandler consumer, String event) throws IOException {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    consumer.handleRequest(
        new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)),
        output,
        new TestContext(clock, TIMEOUT));
    return output.toString(StandardCharsets.UTF_8);
  }

  public final Optional<Status> status(String id) {
    return found(id).map(IdempotencyRecord::status);
  }

  public final IdempotencyRecord record(String id) {
    return found(id).orElseThrow();
  }

  private Optional<IdempotencyRecord> found(String id) {
    return memory.find(RecordId.of(name, BusinessKey.of(id)));
  }
}
