package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.List;

/** Checks which settings of a function fit together with its queue, and derives its visibility. */
final class ConsumerRules {
  private static final Duration MAX_WINDOW = Duration.ofMinutes(5);
  private static final int VISIBILITY_FACTOR = 6;
  private static final int MAX_BATCH = 10;
  private static final int MAX_BATCH_WITH_WINDOW = 10_000;
  private static final int MAX_CONCURRENCY = 1000;

  private ConsumerRules() {}

  /**
   * Returns six times the function's timeout, as AWS asks, so that Lambda can retry a throttled
   * batch. The window is added because messages are already hidden while a batch is gathered.
   */
  static Duration visibilityFor(Duration functionTimeout, Duration batchingWindow) {
    return functionTimeout.multipliedBy(VISIBILITY_FACTOR).plus(batchingWindow);
  }

  /** Returns everything that is wrong with the settings; empty if nothing is. */
  static List<String> problems(CoupledSettings settings) {
    Problems problems = new Problems();
    visibility(settings, problems);
    problems.and(QueueRules.problems(settings.queues()));
    batch(settings, problems);
    window(settings, problems);
    concurrency(settings.polling(), problems);
    return problems.all();
  }

  private static void visibility(CoupledSettings settings, Problems problems) {
    Duration actual = settings.queues().source().visibilityTimeout();
    Duration least = visibilityFor(settings.functionTimeout(), settings.polling().batchingWindow());
    problems.when(
        actual.compareTo(least) < 0,
        "visibilityTimeout is %s, under 6 x timeout plus the batching window (%s): a message"
            + " could be delivered again while its batch still runs. Raise it to at least"
            + " %2$s, lower timeout, or leave visibilityTimeout out to have it derived.",
        actual,
        least);
  }

  private static void batch(CoupledSettings settings, Problems problems) {
    PollingSettings polling = settings.polling();
    int size = polling.batchSize();
    problems.within("batchSize", size, 1, MAX_BATCH_WITH_WINDOW);
    if (size > MAX_BATCH && size <= MAX_BATCH_WITH_WINDOW) {
      boolean isFifo = settings.queues().source().kind() == QueueKind.FIFO;
      problems
          .when(
              isFifo,
              "batchSize is %s on a FIFO queue: Lambda takes 10 at most there. Lower it to 10.",
              size)
          .when(
              !isFifo && polling.batchingWindow().toSeconds() < 1,
              "batchSize is %s without a batching window: Lambda takes more than 10 only with one."
                  + " Set batchingWindow to at least 1 s or lower batchSize to 10.",
              size);
    }
  }

  private static void window(CoupledSettings settings, Problems problems) {
    Duration window = settings.polling().batchingWindow();
    boolean isOfFifo = settings.queues().source().kind() == QueueKind.FIFO && !window.isZero();
    problems
        .when(
            isOfFifo,
            "batchingWindow is %s on a FIFO queue: Lambda gathers no batches there. Leave it out.",
            window)
        .when(
            !isOfFifo && Durations.outside(window, Duration.ZERO, MAX_WINDOW),
            "batchingWindow is %s: Lambda takes whole seconds up to 300 s. Set one of these.",
            window);
  }

  private static void concurrency(PollingSettings polling, Problems problems) {
    polling
        .maximumConcurrency()
        .ifPresent(
            limit ->
                problems.when(
                    limit < 2 || limit > MAX_CONCURRENCY,
                    "maximumConcurrency is %s: an event source mapping takes 2 to 1000. Set one of"
                        + " these, or leave it out for no limit of its own.",
                    limit));
  }
}
