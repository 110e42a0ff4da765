package dev.effectivelyonce.tests.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.ConsumerSettings;
import dev.effectivelyonce.core.engine.Engine;
import dev.effectivelyonce.core.engine.EngineContext;
import dev.effectivelyonce.core.engine.Heartbeat;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.engine.Timers;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.testkit.FaultyStore;
import dev.effectivelyonce.testkit.InMemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A heartbeat by real threads and the real time. */
class HeartbeatThreadsTest {
  private static final Duration LEASE = Duration.ofSeconds(1);
  private static final Duration MARGIN = Duration.ofMillis(200);
  private final Platform platform = Platform.system();
  private final InMemoryStore memory = new InMemoryStore();
  private final FaultyStore store = new FaultyStore(memory);

  private static Outcome deliver(
      Platform platform, IdempotencyStore view, Consumer<Instant> renewed, Handler handler) {
    Engine engine =
        new Engine(
            new EngineContext(
                ConsumerSettings.of(Bench.ORDERS, AbandonedClaimPolicy.RERUN, Bench.RETENTION),
                view,
                platform,
                String::valueOf,
                transition -> {}));
    Instant end = platform.clock().instant().plusSeconds(600);
    Optional<Heartbeat> heartbeat = Optional.of(new Heartbeat(LEASE, renewed));
    Request request = new Request(Bench.KEY, end, end, end.plus(MARGIN)).withHeartbeat(heartbeat);
    return engine.execute(request, handler);
  }

  private IdempotencyRecord record() {
    return memory.find(RecordId.of(Bench.ORDERS, Bench.KEY)).orElseThrow();
  }

  @Test
  void aHandlerOfSeveralLeasesKeepsItsClaim() {
    CountDownLatch beats = new CountDownLatch(7);

    Outcome outcome =
        deliver(
            platform,
            store,
            lease -> beats.countDown(),
            attempt -> {
              beats.await();
              assertThat(attempt.claim().isHeld()).isTrue();
              assertThat(deliver(platform, memory, lease -> {}, again -> fail()))
                  .isInstanceOf(Outcome.InFlight.class);
              return HandlerResult.completed();
            });

    assertThat(outcome.isDone()).isTrue();
    assertThat(record().attempt()).isEqualTo(1);
  }

  private static HandlerResult fail() {
    throw new AssertionError("A second attempt ran");
  }

  @Test
  void nobodyWaitsForARenewalThatIsUnderWayWhenTheHandlerEnds() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    CountDownLatch answered = new CountDownLatch(1);
    store.beforeNext(
        Verb.RENEW,
        () -> {
          begun.countDown();
          awaitQuietly(ended);
        });
    store.afterNext(Verb.RENEW, answered::countDown);

    Outcome outcome =
        deliver(
            platform,
            store,
            lease -> {},
            attempt -> {
              begun.await();
              return HandlerResult.completed();
            });

    assertThat(outcome.isDone()).isTrue();
    IdempotencyRecord completed = record();
    ended.countDown();
    boolean wasSentAgain = answered.await(LEASE.toMillis(), TimeUnit.MILLISECONDS);
    assertThat(wasSentAgain).isFalse();
    assertThat(record()).isEqualTo(completed);
    assertThat(completed.status()).isEqualTo(Status.COMPLETED);
  }

  @Test
  void aRenewalThatIsAnsweredAfterTheEndIsTheLastAndNobodyIsTold() throws InterruptedException {
    Beating beating = new Beating(AbandonedClaimPolicy.RERUN);
    CountDownLatch ended = new CountDownLatch(1);
    CountDownLatch written = renewalAnsweredAfter(ended, beating);
    Thread renewing = new Thread(() -> beating.pass(Beating.BEAT));

    Outcome outcome =
        beating.deliver(
            attempt -> {
              renewing.start();
              written.await();
              return HandlerResult.completed();
            });
    ended.countDown();
    renewing.join();

    assertThat(outcome.isDone()).isTrue();
    assertThat(beating.told).isEmpty();
    assertThat(beating.bench.timers.pending()).isZero();
    assertThat(beating.renewals()).isEqualTo(1);
  }

  /** What a store answers to a renewal is the record as it was before the note. */
  @Test
  void aRenewalThatIsAnsweredAfterANoteLeavesTheNoteAsItIs() {
    Beating beating = new Beating(AbandonedClaimPolicy.RERUN);
    CountDownLatch noted = new CountDownLatch(1);
    CountDownLatch written = renewalAnsweredAfter(noted, beating);
    Thread renewing = new Thread(() -> beating.pass(Beating.BEAT));

    Outcome outcome =
        beating.deliver(
            attempt -> {
              renewing.start();
              written.await();
              try {
                attempt
                    .steps()
                    .run(
                        "charge",
                        StepPolicy.hold(String.class),
                        key -> {
                          noted.countDown();
                          renewing.join();
                          throw new TimeoutException("nobody knows whether it happened");
                        });
                return HandlerResult.completed();
              } catch (TimeoutException e) {
                return HandlerResult.fail("The gateway did not answer");
              }
            });

    assertThat(outcome).isInstanceOf(Outcome.Held.class);
    beating.bench.assertRecord(Status.UNKNOWN, 1);
  }

  /** Such as one whose thread had just been started. */
  @Test
  void aTimerThatCouldNotBeCancelledInTimeRenewsNothing() {
    List<Runnable> begun = new ArrayList<>();
    Timers late =
        (delay, task) -> {
          begun.add(task);
          return () -> {};
        };
    Platform system = Platform.system();
    Platform belated =
        new Platform(system.clock(), system.owners(), system.random(), system.pause(), late);

    Outcome outcome = deliver(belated, store, lease -> {}, attempt -> HandlerResult.completed());
    begun.forEach(Runnable::run);

    assertThat(outcome.isDone()).isTrue();
    assertThat(begun).hasSize(1);
    assertThat(store.calls(Verb.RENEW)).isZero();
  }

  /** Holds the answer of the next renewal back, and tells when it is written. */
  private static CountDownLatch renewalAnsweredAfter(CountDownLatch event, Beating beating) {
    CountDownLatch written = new CountDownLatch(1);
    beating.bench.store.afterNext(
        Verb.RENEW,
        () -> {
          written.countDown();
          awaitQuietly(event);
        });
    return written;
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
