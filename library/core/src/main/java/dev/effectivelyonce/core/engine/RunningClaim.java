package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.engine.Timers.Timer;
import dev.effectivelyonce.core.handler.LiveClaim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.steps.AttemptAbortedError;
import dev.effectivelyonce.core.steps.AttemptAbortedError.Reason;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The claim of an attempt from the start of its handler to the record of its end. Renews it, where
 * there is a heartbeat, and keeps what has stopped the handler. Safe for use by many threads.
 */
final class RunningClaim implements LiveClaim, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  private final IdempotencyStore store;
  private final Clock clock;
  private final Timers timers;
  private final Duration retention;
  private final Request request;
  private volatile IdempotencyRecord mine;
  private volatile boolean isLost;
  private volatile boolean isOver;
  private volatile Timer next = () -> {};
  private Optional<AttemptAbortedError> stopped = Optional.empty();
  private Optional<Step> underWay = Optional.empty();

  RunningClaim(
      IdempotencyStore store,
      Platform platform,
      Duration retention,
      IdempotencyRecord mine,
      Request request) {
    this.store = store;
    this.clock = platform.clock();
    this.timers = platform.timers();
    this.retention = retention;
    this.mine = mine;
    this.request = request;
  }

  /** Begins to renew the claim, where there is a heartbeat. */
  void begin() {
    request.heartbeat().ifPresent(this::await);
  }

  /** Returns the record with its steps and the last lease, as far as this process knows them. */
  IdempotencyRecord mine() {
    return mine;
  }

  /**
   * Returns the record with the note that is under way, or was never answered. An end or a renewal
   * sets how long the record is kept. Without that note, a half-done record would be kept too
   * short.
   */
  synchronized IdempotencyRecord mineAsItMayBe() {
    return underWay.map(step -> mine.noted(step, mine.stamp())).orElse(mine);
  }

  /** Remembers a note under way that may begin a step: the record is then kept till its end. */
  synchronized void noting(Step step) {
    if (step.mayHaveHappened()) {
      underWay = Optional.of(step);
    }
  }

  /** Takes the steps from the record as a note left it. */
  synchronized void noted(IdempotencyRecord record) {
    underWay = Optional.empty();
    mine = record.leaseUntil().isBefore(mine.leaseUntil()) ? mine.withStepsOf(record) : record;
  }

  /** Takes the lease from the record as a renewal left it. */
  private synchronized void renewed(IdempotencyRecord record) {
    mine = record.withStepsOf(mine);
  }

  @Override
  public boolean isHeld() {
    return !isOver && !isLost && clock.instant().isBefore(heldUntil());
  }

  private Instant heldUntil() {
    return mine.leaseUntil().minus(request.margin());
  }

  @Override
  public void ensureHeld() {
    if (isLost) {
      throw stop(Reason.SUPERSEDED, "The claim is another attempt's by now");
    }
    if (isOver) {
      throw stop(Reason.LAPSED, "The attempt has ended");
    }
    if (!isHeld()) {
      throw stop(Reason.LAPSED, "The claim lapsed while the handler ran");
    }
  }

  /** Returns the reason for which the handler must not go on; the first one given stands. */
  synchronized AttemptAbortedError stop(Reason reason, String why) {
    AttemptAbortedError first =
        stopped.orElseGet(() -> new AttemptAbortedError(reason, new ErrorSummary(why)));
    stopped = Optional.of(first);
    return first;
  }

  /** Throws if the handler must not go on. */
  synchronized void checkGoesOn() {
    if (stopped.isPresent()) {
      throw stopped.get();
    }
  }

  private synchronized void await(Heartbeat heartbeat) {
    boolean isLast = !mine.leaseUntil().isBefore(request.leaseUntil());
    if (!isOver && !isLast) {
      Duration delay = heartbeat.next(clock.instant(), heldUntil());
      next = timers.after(delay, () -> beat(heartbeat));
    }
  }

  private void beat(Heartbeat heartbeat) {
    if (isOver) {
      return;
    }
    try {
      Optional<IdempotencyRecord> renewed = standing(renew(heartbeat));
      if (renewed.isEmpty()) {
        isLost = true;
        LOG.info("The claim of {} was lost while its handler ran", mine.id());
        return;
      }
      renewed(renewed.get());
      await(heartbeat);
      tell(heartbeat);
    } catch (StoreException e) {
      LOG.info("The claim of {} was not renewed, and is held until {}", mine.id(), heldUntil(), e);
      await(heartbeat);
    } catch (RuntimeException | Error bug) {
      LOG.warn("The claim of {} was not renewed", mine.id(), bug);
      await(heartbeat);
    }
  }

  /** Renews the claim, even after its lease: if nobody took over, nobody will then. */
  private WriteResult renew(Heartbeat heartbeat) {
    Instant now = clock.instant();
    return store
        .withDeadline(now.plus(heartbeat.beat()))
        .renew(mineAsItMayBe(), request.leaseFrom(now), WriteTimestamp.of(now, retention));
  }

  /** Returns the claim if it stands: a clock that was ahead may have left a later lease. */
  private Optional<IdempotencyRecord> standing(WriteResult answer) {
    return switch (answer) {
      case WriteResult.Written(IdempotencyRecord renewed) -> Optional.of(renewed);
      case WriteResult.Refused(Optional<IdempotencyRecord> current) ->
          current.filter(it -> it.isOwnedBy(mine.owner()) && it.status() == Status.INPROGRESS);
    };
  }

  private void tell(Heartbeat heartbeat) {
    if (isOver) {
      return;
    }
    try {
      heartbeat.renewed().accept(mine.leaseUntil());
    } catch (RuntimeException | Error thrown) {
      // The claim is held, even if the listener fails.
      LOG.warn("What follows the renewal of {} failed", mine.id(), thrown);
    }
  }

  /** Lets no renewal begin any more. One that is under way finds the attempt over. */
  @Override
  public synchronized void close() {
    isOver = true;
    next.cancel();
  }
}
