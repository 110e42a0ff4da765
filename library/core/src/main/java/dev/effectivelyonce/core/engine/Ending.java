package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.engine.Platform.Pause;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.WriteResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/** Records how a handler ended. */
final class Ending {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  private final IdempotencyStore store;
  private final ConsumerSettings settings;
  private final Platform platform;
  private final ResultSerializer serializer;

  Ending(
      IdempotencyStore store,
      ConsumerSettings settings,
      Platform platform,
      ResultSerializer serializer) {
    this.store = store;
    this.settings = settings;
    this.platform = platform;
    this.serializer = serializer;
  }

  Outcome returned(HandlerResult result, IdempotencyRecord mine, Instant stopAt) {
    return switch (result) {
      case HandlerResult.Completed(Optional<Object> value) -> complete(value, mine, stopAt);
      case HandlerResult.Retry(String reason, Optional<Duration> delay) ->
          release(new ErrorSummary(reason), delay, mine, stopAt);
      case HandlerResult.Fail(String reason) -> fail(new ErrorSummary(reason), mine, stopAt);
    };
  }

  /** An exception does not say whether the effect happened. */
  Outcome threw(Throwable thrown, IdempotencyRecord mine, Instant stopAt) {
    ErrorSummary why = ErrorSummary.of(thrown);
    return settings.abandoned() == AbandonedClaimPolicy.HOLD
        ? hold(why, mine, stopAt)
        : release(why, Optional.empty(), mine, stopAt);
  }

  Outcome fail(ErrorSummary why, IdempotencyRecord mine, Instant stopAt) {
    return record(
        Status.FAILED,
        () -> store.fail(mine, why, stamp()),
        new Outcome.Failed(why, mine.attempt()),
        mine,
        stopAt);
  }

  private Outcome complete(Optional<Object> value, IdempotencyRecord mine, Instant stopAt) {
    StoredResult kept = value.map(this::keep).orElseGet(StoredResult::none);
    return record(
        Status.COMPLETED,
        () -> store.complete(mine, kept, stamp()),
        new Outcome.Executed(kept, mine.attempt()),
        mine,
        stopAt);
  }

  private Outcome release(
      ErrorSummary why, Optional<Duration> delay, IdempotencyRecord mine, Instant stopAt) {
    return record(
        Status.RETRYABLE,
        () -> store.release(mine, why, stamp()),
        new Outcome.Released(why, delay, mine.attempt()),
        mine,
        stopAt);
  }

  private Outcome hold(ErrorSummary why, IdempotencyRecord mine, Instant stopAt) {
    return record(
        Status.UNKNOWN, () -> store.hold(mine, why, stamp()), new Outcome.Held(why), mine, stopAt);
  }

  private Outcome record(
      Status status,
      Supplier<WriteResult> write,
      Outcome recorded,
      IdempotencyRecord mine,
      Instant stopAt) {
    try {
      return switch (untilAnswered(write, stopAt)) {
        case WriteResult.Written ignored -> recorded;
        case WriteResult.Refused(Optional<IdempotencyRecord> current) ->
            arrivedBefore(current, mine, status)
                ? recorded
                : new Outcome.Superseded(mine.attempt());
      };
    } catch (StoreException e) {
      return new Outcome.Unrecorded(e, mine.attempt());
    }
  }

  /** The write had happened, only its answer was lost, and it was sent again. */
  private static boolean arrivedBefore(
      Optional<IdempotencyRecord> current, IdempotencyRecord mine, Status status) {
    return current.filter(it -> it.isOwnedBy(mine.owner()) && it.status() == status).isPresent();
  }

  /**
   * The effect may have happened, so its ending is worth every moment that is left: without it the
   * effect is repeated or held.
   */
  private WriteResult untilAnswered(Supplier<WriteResult> write, Instant stopAt) {
    Duration pause = FIRST_PAUSE;
    while (true) {
      try {
        return write.get();
      } catch (StoreException e) {
        if (!e.isTransient() || !waited(pause, stopAt)) {
          throw e;
        }
        pause = longer(pause);
      }
    }
  }

  private boolean waited(Duration duration, Instant stopAt) {
    if (platform.clock().instant().plus(duration).isAfter(stopAt)) {
      return false;
    }
    Pause pause = platform.pause();
    try {
      pause.pause(duration);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static Duration longer(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
  }

  private StoredResult keep(Object value) {
    try {
      String text = serializer.serialize(value);
      int sizeBytes = text.getBytes(StandardCharsets.UTF_8).length;
      return sizeBytes <= settings.maxResultBytes()
          ? new StoredResult.Text(text)
          : new StoredResult.Omitted(StoredResult.Reason.TOO_LARGE, sizeBytes);
    } catch (Exception | StackOverflowError e) {
      return new StoredResult.Omitted(StoredResult.Reason.NOT_SERIALIZABLE, 0);
    }
  }

  private Stamp stamp() {
    return Stamp.of(platform.clock().instant(), settings.retention());
  }
}
