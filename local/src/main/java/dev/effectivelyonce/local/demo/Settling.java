package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.local.demo.plan.DemoQueue;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Tells when nothing more will happen. For one thread. */
final class Settling {
  /** Empty answers in a row: a message is in no count for a moment when it moves. */
  private static final int QUIET_LOOKS_NEEDED = 3;

  /** For its last writes, after its delay. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final QueueDepths depths;
  private final InvocationLog log;
  private final Clock clock;
  private final Duration zombieDelay;
  private final BooleanSupplier isOutboxEmpty;
  private int quietLooks;

  /**
   * @param isOutboxEmpty whether no order's message waits to be sent on
   * @param zombieDelay how long the handler of a zombie runs
   */
  Settling(
      QueueDepths depths,
      InvocationLog log,
      Clock clock,
      Duration zombieDelay,
      BooleanSupplier isOutboxEmpty) {
    this.depths = depths;
    this.log = log;
    this.clock = clock;
    this.zombieDelay = zombieDelay;
    this.isOutboxEmpty = isOutboxEmpty;
  }

  /** Looks once; three quiet looks in a row are settled. */
  boolean look() {
    quietLooks = isQuiet() ? quietLooks + 1 : 0;
    return quietLooks >= QUIET_LOOKS_NEEDED;
  }

  /** What is left in the source queues. */
  Map<DemoQueue, Integer> left() {
    return Arrays.stream(DemoQueue.values())
        .collect(Collectors.toUnmodifiableMap(Function.identity(), depths::all));
  }

  private boolean isQuiet() {
    return log.isIdle()
        && zombiesAreDone()
        // Before the queues: what leaves it is in one of them by then.
        && isOutboxEmpty.getAsBoolean()
        && left().values().stream().allMatch(count -> count == 0)
        && log.isIdle();
  }

  private boolean zombiesAreDone() {
    Instant latest = log.latestZombie();
    return latest.equals(Instant.MIN)
        || clock.instant().isAfter(latest.plus(zombieDelay).plus(GRACE));
  }
}
