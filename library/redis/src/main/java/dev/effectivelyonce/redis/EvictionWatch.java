package dev.effectivelyonce.redis;

import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.redis.RedisCheck.Finding;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at a server again while it is in use: one that has become a cache since the start may have
 * deleted the record of an event that is done, and a claim would let that event run again. Safe for
 * use by many threads.
 */
final class EvictionWatch {
  private static final Logger LOG = LoggerFactory.getLogger(RedisStore.class);

  private final InstantSource clock;
  private final Duration every;
  private final AtomicReference<Instant> due;
  private final AtomicBoolean evicts = new AtomicBoolean();

  /**
   * @param due when it looks for the first time
   */
  EvictionWatch(InstantSource clock, Duration every, Instant due) {
    this.clock = clock;
    this.every = every;
    this.due = new AtomicReference<>(due);
  }

  /**
   * Returns why nothing may be claimed now. Asks the server where the last look is too old; while
   * it evicts, each time.
   *
   * @throws StoreException if the server did not answer
   */
  Optional<StoreException> refusal(Commands commands) {
    if (clock.instant().isBefore(due.get())) {
      return Optional.empty();
    }
    Optional<Finding> finding =
        new RedisCheck(commands)
            .findings().stream().filter(it -> it.kind() == RedisCheck.Kind.EVICTS).findFirst();
    finding.ifPresentOrElse(this::found, this::nothingFound);
    return finding.map(
        it ->
            new StoreException(StoreException.Kind.MISCONFIGURED, it.problem(), it.remedy(), null));
  }

  private void found(Finding finding) {
    if (evicts.compareAndSet(false, true)) {
      LOG.error(
          "Nothing is claimed in the Redis store: {}. {}", finding.problem(), finding.remedy());
    }
  }

  private void nothingFound() {
    due.set(clock.instant().plus(every));
    if (evicts.compareAndSet(true, false)) {
      LOG.warn(
          "The Redis server evicts nothing any more, and the store claims again. Events whose"
              + " records it evicted run again if they come again");
    }
  }
}
