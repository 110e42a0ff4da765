package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.local.demo.plan.DemoQueue;
import java.util.Arrays;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Tells when nothing more will happen. For one thread. */
final class QuiescenceDetector {
  /** Empty answers in a row: a message is in no count for a moment when it moves. */
  private static final int QUIET_LOOKS_NEEDED = 3;

  private final QueueDepths depths;
  private final InvocationLog log;
  private final Zombies zombies;
  private final BooleanSupplier isOutboxEmpty;
  private int quietLooks;

  /**
   * @param isOutboxEmpty whether no order's message waits to be sent on
   */
  QuiescenceDetector(
      QueueDepths depths, InvocationLog log, Zombies zombies, BooleanSupplier isOutboxEmpty) {
    this.depths = depths;
    this.log = log;
    this.zombies = zombies;
    this.isOutboxEmpty = isOutboxEmpty;
  }

  /** Looks once; three quiet looks in a row are settled. */
  boolean look() {
    quietLooks = isQuiet() ? quietLooks + 1 : 0;
    return quietLooks >= QUIET_LOOKS_NEEDED;
  }

  /** Returns what is left in the source queues. */
  Map<DemoQueue, Integer> left() {
    return Arrays.stream(DemoQueue.values())
        .collect(Collectors.toUnmodifiableMap(Function.identity(), depths::all));
  }

  private boolean isQuiet() {
    boolean isEmpty =
        log.isIdle()
            // Before the queues: what leaves it is in one of them by then.
            && isOutboxEmpty.getAsBoolean()
            && left().values().stream().allMatch(count -> count == 0)
            && log.isIdle();
    if (isEmpty) {
      zombies.thawAll();
    }
    return isEmpty && zombies.haveEnded();
  }
}
