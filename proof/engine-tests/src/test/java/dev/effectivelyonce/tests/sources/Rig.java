package dev.effectivelyonce.tests.sources;

import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.Owner;
import dev.effectivelyonce.core.store.Durability;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.testkit.FaultyStore;
import dev.effectivelyonce.testkit.ForwardingStore;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.ManualTimers;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Store, clock, code and settings of a consumer, whatever source it is behind. */
final class Rig {
  static final String CONSUMER = "parcels";
  static final Duration RETENTION = Duration.ofDays(19);
  static final Duration HEARTBEAT = Duration.ofSeconds(30);
  private static final Duration LONG = Duration.ofHours(3);

  final ManualClock clock = new ManualClock();
  final ManualTimers timers = new ManualTimers(clock);
  final FaultyStore store;
  final AtomicInteger ran = new AtomicInteger();
  final List<ParkedMessage> parked = new ArrayList<>();
  AbandonedClaimPolicy abandoned = AbandonedClaimPolicy.RERUN;
  ConsumerMode mode = ConsumerMode.ENFORCE;
  ClaimMode claims = ClaimMode.CLAIM_FIRST;
  Optional<Duration> heartbeat = Optional.empty();

  private final Source source;
  private final AtomicLong owners = new AtomicLong();
  private final AtomicInteger deliveries = new AtomicInteger();
  private Handler effect = attempt -> HandlerResult.completed(answer());

  Rig(Source source) {
    this(source, new InMemoryStore());
  }

  private Rig(Source source, IdempotencyStore records) {
    this.source = source;
    this.store = new FaultyStore(records);
  }

  /** Returns a rig over a store that may forget what it answered. */
  static Rig overAForgettingStore(Source source) {
    return new Rig(
        source,
        new ForwardingStore(new InMemoryStore()) {
          @Override
          public Durability durability() {
            return Durability.ASYNC;
          }
        });
  }

  /** What a handler behind this source answers. */
  Object answer() {
    return source.answer();
  }

  Rig doing(Handler code) {
    effect = code;
    return this;
  }

  /** The consumer's code, which counts its runs. */
  Handler code() {
    return attempt -> {
      ran.incrementAndGet();
      return effect.handle(attempt);
    };
  }

  Platform platform() {
    return new Platform(
        clock,
        () -> new Owner("owner-" + owners.incrementAndGet()),
        () -> 0L,
        clock::advance,
        timers);
  }

  /** An invocation that may take long, so that a handler may outlive a lease. */
  TestContext invocation() {
    return new TestContext(clock, LONG);
  }

  /** Delivers an event once more, under another id or position, to a process that just began. */
  Told deliver(Parcel parcel) {
    int before = parked.size();
    boolean done = source.deliver(this, deliveries.incrementAndGet(), parcel);
    return parked.size() > before ? Told.PARKED : done ? Told.DONE : Told.NOT_DONE;
  }

  /** What its source learns of a delivery. */
  enum Told {
    DONE,
    PARKED,
    NOT_DONE
  }
}
