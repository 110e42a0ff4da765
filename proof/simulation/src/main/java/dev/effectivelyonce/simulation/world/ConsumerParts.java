package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.core.cache.CacheBounds;
import dev.effectivelyonce.core.cache.CachingStore;
import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.simulation.check.Invariant;
import dev.effectivelyonce.simulation.history.Plan;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.sqs.ConsumerBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What a consumer's processes have in them, whatever its source is. */
final class ConsumerParts {
  /** How many claims a cache answered, for the counts. */
  private static final String CACHE_HIT = "cache: answered";

  private static final Duration CLOCKS_STEP = Duration.ofSeconds(2);
  private static final Duration CLOCKS_LEAP = Duration.ofSeconds(41);
  private static final int ENTRIES = 3;
  private static final long BYTES = 10_000;

  private final HistoryContext basis;
  private final Map<RecordId, Instant> known = new HashMap<>();
  private final Map<SimulatedProcess, Set<RecordId>> executed = new HashMap<>();

  ConsumerParts(HistoryContext basis) {
    this.basis = basis;
  }

  /** Sets what the plan has for consumers of each source. */
  static <B extends ConsumerBuilder<B, ?>> B set(B consumer, Plan plan, Platform platform) {
    plan.heartbeat().ifPresent(consumer::heartbeat);
    return consumer
        .onAbandonedClaim(plan.policy())
        .retention(CodeUnderTest.RETENTION)
        .storeWrites(plan.writes())
        .claims(plan.claimsFirst() ? ClaimMode.CLAIM_FIRST : ClaimMode.SINGLE_SHOT)
        .platform(platform);
  }

  /** The store of a process, behind a cache if the history has one. */
  IdempotencyStore store(SimulatedProcess process) {
    IdempotencyStore store = basis.store(process);
    return basis
        .plan
        .cacheAge()
        .map(age -> new CacheBounds(age, ENTRIES, BYTES))
        .<IdempotencyStore>map(
            bounds ->
                CachingStore.around(store, bounds, process.clock()).observedBy(observer(process)))
        .orElse(store);
  }

  /** What is told of a process's transitions, and of what it knows without asking. */
  TransitionObserver observer(SimulatedProcess process) {
    return new TransitionObserver() {
      @Override
      public void onTransition(Transition transition) {
        observed(process, transition);
      }

      @Override
      public void onCacheHit(RecordId record, Instant at) {
        basis.counts.add(CACHE_HIT, 1);
        basis.trace.line(process.name(), "remembers", basis.table.name(record));
        known.put(record, basis.now());
        basis.findings.check(
            basis.records.past().wasCompleted(record, basis.now().minus(age())),
            Invariant.CACHED_IS_RECENT,
            process.name(),
            "remembers what is not done:",
            basis.table.name(record));
      }
    };
  }

  /** For how long a process may take for done what is not any more. */
  private Duration age() {
    return basis
        .plan
        .cacheAge()
        .orElse(CacheBounds.standard().age())
        .plus(basis.plan.excludes() ? CLOCKS_STEP : CLOCKS_LEAP);
  }

  /**
   * Since when an event may have been done that an invocation takes for done.
   *
   * @param began when the invocation began
   * @param sent when its message was sent
   */
  Instant doneSince(Event event, Instant began, Instant sent) {
    if (known.getOrDefault(event.id(), Instant.MIN).isBefore(began)) {
      return began;
    }
    Instant oldest = began.minus(age());
    // The default knows the message again: the event was done after the message was sent.
    return basis.plan.cacheAge().isPresent() || oldest.isAfter(sent) ? oldest : sent;
  }

  /** The records that a process has completed, as it was told. */
  Set<RecordId> executed(SimulatedProcess process) {
    return executed.getOrDefault(process, Set.of());
  }

  /** Counts a transition, and judges it. */
  private void observed(SimulatedProcess process, Transition transition) {
    basis.counts.add(transition.kind());
    if (transition.kind() == Transition.Kind.EXECUTED) {
      executed.computeIfAbsent(process, ignored -> new HashSet<>()).add(transition.id());
    }
    basis.told(process, transition, basis.table);
    if (transition.kind() == Transition.Kind.SUPERSEDED
        && !basis.records.past().isForgotten(transition.id())) {
      basis
          .table
          .records()
          .find(transition.id())
          .filter(it -> it.isOwnedBy(transition.owner()) && it.status() == Status.INPROGRESS)
          .ifPresent(
              mine ->
                  basis.findings.violated(
                      Invariant.SUPERSEDED_HAS_LOST_IT, transition.owner(), "holds", mine.id()));
    }
  }
}
