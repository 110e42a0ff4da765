package dev.effectivelyonce.tests.sources;

import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.Durability;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.testkit.FaultyStore;
import dev.effectivelyonce.testkit.ForwardingStore;
import dev.effectivelyonce.testkit.InMemoryEffects;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.ManualTimers;
import dev.effectivelyonce.testkit.sqs.TestContext;
import dev.effectivelyonce.tests.words.HookedStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/** Store, clock, code and settings of a consumer, whatever source it is behind. */
final class Rig {
  static final String CONSUMER = "parcels";
  static final Parcel PARCEL = new Parcel("p-1", 7);
  static final Duration RETENTION = Duration.ofDays(19);
  static final Duration HEARTBEAT = Duration.ofSeconds(30);

  /** After so long a claim that was made just now has lapsed. */
  static final Duration LAPSE = Duration.ofHours(4);

  final ManualClock clock = new ManualClock();
  final ManualTimers timers = new ManualTimers(clock);
  final InMemoryStore memory;
  final FaultyStore store;
  final AtomicInteger ran = new AtomicInteger();
  final AtomicInteger committed = new AtomicInteger();
  final List<ParkedMessage> parked = new CopyOnWriteArrayList<>();
  AbandonedClaimPolicy abandoned = AbandonedClaimPolicy.RERUN;
  ConsumerMode mode = ConsumerMode.ENFORCE;
  ClaimMode claims = ClaimMode.CLAIM_FIRST;
  Optional<Duration> heartbeat = Optional.empty();
  Optional<Integer> maxAttempts = Optional.empty();
  boolean isCommitting;

  /** So long that a handler may outlive a lease. */
  Duration invocation = Duration.ofHours(3);

  private final Source source;
  private final AtomicLong owners = new AtomicLong();
  private final AtomicInteger deliveries = new AtomicInteger();
  private Handler effect = attempt -> usual();

  Rig(Source source) {
    this(source, HookedStore::refusingTheInterrupted);
  }

  private Rig(Source source, UnaryOperator<IdempotencyStore> view) {
    this.source = source;
    this.memory = new InMemoryStore();
    this.store = new FaultyStore(view.apply(memory));
  }

  /** Returns a rig over a store that may forget what it answered. */
  static Rig overAForgettingStore(Source source) {
    return new Rig(
        source,
        records ->
            new ForwardingStore(records) {
              @Override
              public Durability durability() {
                return Durability.ASYNC;
              }
            });
  }

  /** What a handler behind this source answers. */
  Object answer() {
    return answer("{}");
  }

  Object answer(String text) {
    return source.answer(text);
  }

  Rig doing(Handler code) {
    effect = code;
    return this;
  }

  /** How the code ends where nothing goes wrong. */
  HandlerResult usual() {
    return isCommitting ? commits() : HandlerResult.completed(answer());
  }

  /** An end whose effect is written with the completion. */
  HandlerResult commits() {
    return HandlerResult.commit(effects(), answer());
  }

  InMemoryEffects effects() {
    return InMemoryEffects.of(committed::incrementAndGet);
  }

  /** The record of the only event. */
  IdempotencyRecord record() {
    return memory.records().values().iterator().next();
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
        () -> new AttemptId("owner-" + owners.incrementAndGet()),
        () -> 0L,
        clock::advance,
        timers);
  }

  TestContext invocation() {
    return new TestContext(clock, invocation);
  }

  /** Delivers an event once more, under another id or position, to a process that just began. */
  Told deliver(Parcel parcel) {
    int before = parked.size();
    return told(before, source.deliver(this, deliveries.incrementAndGet(), parcel));
  }

  /** The same of a source whose events are bytes. */
  Told deliver(byte[] data, Reading<?> reading) {
    int before = parked.size();
    return told(before, source.deliver(this, deliveries.incrementAndGet(), data, reading));
  }

  private Told told(int parkedBefore, boolean done) {
    return parked.size() > parkedBefore ? Told.PARKED : done ? Told.DONE : Told.NOT_DONE;
  }

  /** What its source learns of a delivery. */
  enum Told {
    DONE,
    PARKED,
    NOT_DONE
  }
}
