package dev.effectivelyonce.streams;

import static dev.effectivelyonce.streams.Records.click;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.batch.PartitionLanes;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.retry.Backoff;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.sqs.JacksonJson;
import dev.effectivelyonce.sqs.JsonCodec;
import dev.effectivelyonce.streams.SourceBench.Event;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** What becomes of a record on which a codec, key or fingerprint function throws. */
class UnreadRecordTest {
  private static final int NEVER = Integer.MAX_VALUE;

  /** Longer than an invocation has, so that each reads a record once. */
  private static final Backoff ONE_TRY = new Backoff(Duration.ofMinutes(5), Duration.ofMinutes(5));

  private final StreamBench bench = new StreamBench(PartitionLanes.PARTITION);
  private final Map<String, Integer> asked = new ConcurrentHashMap<>();
  private final Map<String, Integer> readAt = new ConcurrentHashMap<>();

  @Test
  void aKeyThatThrowsForNowIsAskedAgainInTheInvocation() {
    readAt.put("a", 3);

    bench.assertDone(throwing().build(), click(1, "c", "a"), click(2, "c", "b"));
    assertThat(bench.ran()).containsExactly("a", "b");
    assertThat(bench.parked()).isEmpty();
  }

  @Test
  void whatIsNeverReadIsParkedAfterItsAttemptsAndHoldsNothing() {
    readAt.put("a", NEVER);

    bench.assertDone(throwing().maxAttempts(3).build(), click(1, "c", "a"), click(2, "c", "b"));
    assertThat(asked("a")).isEqualTo(3);
    assertThat(bench.ran()).containsExactly("b");
    ParkedMessage parked = bench.onlyParked();
    assertThat(parked.why())
        .contains("Given up after 3 attempts")
        .contains("IllegalStateException")
        .doesNotContain("a secret");
    assertThat(parked.record()).isEmpty();
  }

  @Test
  void theAttemptsOfAllInvocationsAndProcessesCount() {
    readAt.put("a", NEVER);
    String record = click(1, "c", "a");

    for (int invocation = 1; invocation < 4; invocation++) {
      assertThat(bench.reported(throwing().backoff(ONE_TRY).maxAttempts(4).build(), record))
          .contains("1");
    }
    assertThat(bench.parked()).isEmpty();
    bench.assertDone(throwing().backoff(ONE_TRY).maxAttempts(4).build(), record);
    assertThat(asked("a")).isEqualTo(4);
    assertThat(bench.parkedPositions()).containsExactly("1");
  }

  @Test
  void aFingerprintThatAlwaysThrowsIsOneOfThem() {
    StreamIdentity<Event> identity =
        StreamBench.clicks()
            .fingerprint(
                click -> {
                  if (click.id().equals("a")) {
                    throw new IllegalStateException("a secret");
                  }
                  return new Fingerprint("one");
                });

    bench.assertDone(
        bench.consumer(identity).maxAttempts(2).build(), click(1, "c", "a"), click(2, "c", "b"));
    assertThat(bench.ran()).containsExactly("b");
    assertThat(bench.parkedPositions()).containsExactly("1");
  }

  @Test
  void anOutageThatEndsBeforeTheLastAttemptParksNothingHoweverOldTheRecordsAre() {
    readAt.putAll(Map.of("a", 3, "b", 3, "c", 3));
    StreamConsumer<?> consumer = throwing().backoff(ONE_TRY).maxAttempts(4).build();
    List<String> batch = List.of(click(1, "c", "a"), click(2, "c", "b"), click(3, "c", "c"));

    while (bench.reported(consumer, batch.toArray(String[]::new)).isPresent()) {
      assertThat(bench.parked()).isEmpty();
    }
    assertThat(bench.ran()).containsExactly("a", "b", "c");
    assertThat(bench.parked()).isEmpty();
  }

  @Test
  void withoutALimitItIsReadAgainAndIsNotParked() {
    readAt.put("a", NEVER);

    assertThat(bench.reported(throwing().build(), click(1, "c", "a"))).contains("1");
    assertThat(asked("a")).isGreaterThan(2);
    assertThat(bench.parked()).isEmpty();
    assertThat(bench.memory.records()).isEmpty();
  }

  @Test
  void whileNothingCanBeCountedNothingIsParked() {
    readAt.put("a", NEVER);
    bench.store.goDown();

    assertThat(bench.reported(throwing().maxAttempts(1).build(), click(1, "c", "a"))).contains("1");
    assertThat(bench.parked()).isEmpty();
  }

  @Test
  void underHoldAnAttemptToReadThatWasNotRecordedIsNotInDoubt() {
    bench.abandoned = AbandonedClaimPolicy.HOLD;
    readAt.put("a", NEVER);
    StreamConsumer<?> consumer = throwing().maxAttempts(3).build();
    bench.store.goDownAtNext(Verb.RELEASE);

    assertThat(bench.reported(consumer, click(1, "c", "a"))).contains("1");
    bench.store.heal();
    bench.clock.advance(SourceBench.TIMEOUT);
    bench.assertDone(consumer, click(1, "c", "a"));
    bench.assertParked("Given up after 3 attempts");
  }

  @Test
  void whatIsParkedAndComesAgainIsParkedAtOnceOrRunsIfItCanBeReadNow() {
    readAt.put("a", 4);
    StreamConsumer<?> consumer = throwing().maxAttempts(2).build();

    bench.assertDone(consumer, click(1, "c", "a"));
    bench.assertDone(consumer, click(1, "c", "a"));
    assertThat(asked("a")).isEqualTo(3);
    assertThat(bench.parkedPositions()).containsExactly("1", "1");
    bench.assertDone(consumer, click(1, "c", "a"));
    assertThat(bench.ran()).containsExactly("a");
  }

  @Test
  void whileTheConsumerObservesItIsParkedTooIfItsCodecThrows() {
    StreamIdentity<Event> identity =
        StreamIdentity.ofKinesis("codec", Event.class, StreamKey.of("id", Event::id))
            .json(new OnlyB());

    bench.assertDone(
        bench.consumer(identity).mode(ConsumerMode.OBSERVE).maxAttempts(2).build(),
        click(1, "c", "a"),
        click(2, "c", "b"));
    assertThat(bench.ran()).containsExactly("b");
    assertThat(bench.parkedPositions()).containsExactly("1");
  }

  /** A codec that fails on all others. */
  private record OnlyB() implements JsonCodec {
    private static final JsonCodec JSON = new JacksonJson();

    @Override
    public <T> T read(String body, Class<T> type) {
      if (!body.contains("\"b\"")) {
        throw new IllegalStateException("a secret");
      }
      return JSON.read(body, type);
    }

    @Override
    public Optional<String> at(String body, String pointer) {
      return JSON.at(body, pointer);
    }

    @Override
    public String write(Object value) throws Exception {
      return JSON.write(value);
    }
  }

  private StreamConsumerBuilder<Event> throwing() {
    return bench.consumer(
        StreamIdentity.ofKinesis("clicks", Event.class, StreamKey.of("id", this::key)));
  }

  private int asked(String id) {
    return asked.getOrDefault(id, 0);
  }

  private String key(Event click) {
    if (asked.merge(click.id(), 1, Integer::sum) < readAt.getOrDefault(click.id(), 1)) {
      throw new IllegalStateException("a secret");
    }
    return click.id();
  }
}
