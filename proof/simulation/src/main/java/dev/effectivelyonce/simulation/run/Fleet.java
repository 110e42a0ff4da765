package dev.effectivelyonce.simulation.run;

import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.Trace;
import dev.effectivelyonce.simulation.kernel.Choices;
import dev.effectivelyonce.simulation.world.CodeUnderTest;
import dev.effectivelyonce.simulation.world.History;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** Runs histories on all cores, each on one platform thread. */
public final class Fleet {
  /**
   * How many histories run before any two run side by side. What is made once for all histories,
   * such as what a JSON mapper knows about a class, is made behind a lock: waiting for it would be
   * a wait that the history does not know.
   */
  private static final int ALONE = 50;

  private static final Duration REPORT_EVERY = Duration.ofSeconds(5);

  private final CodeUnderTest parts;
  private final Budget budget;
  private final long began = System.nanoTime();
  private final AtomicLong taken = new AtomicLong();
  private final AtomicLong done = new AtomicLong();
  private final AtomicInteger failed = new AtomicInteger();

  private Fleet(CodeUnderTest parts, Budget budget) {
    this.parts = parts;
    this.budget = budget;
  }

  /** What one worker has seen. */
  private record Share(Counts counts, List<Failure> failures) {}

  /**
   * Runs histories until the budget is spent, or too many have failed.
   *
   * @param progress is told now and then how many are done
   */
  public static Outcome run(CodeUnderTest parts, Budget budget, LongConsumer progress) {
    return new Fleet(parts, budget).run(progress);
  }

  private Outcome run(LongConsumer progress) {
    int workers = Runtime.getRuntime().availableProcessors();
    Share alone = work(Math.min(ALONE, budget.histories()));
    try (ExecutorService pool = Executors.newFixedThreadPool(workers)) {
      List<Future<Share>> running = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        running.add(pool.submit(() -> work(budget.histories())));
      }
      Counts counts = alone.counts();
      List<Failure> failures = alone.failures();
      for (Future<Share> future : running) {
        Share share = join(future, progress);
        counts.addAll(share.counts());
        failures.addAll(share.failures());
      }
      failures.sort(Comparator.comparingLong(Failure::seed));
      return new Outcome(done.get(), elapsed(), counts, List.copyOf(failures));
    }
  }

  private Share join(Future<Share> future, LongConsumer progress) {
    try {
      while (true) {
        try {
          return future.get(REPORT_EVERY.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          progress.accept(done.get());
        }
      }
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException("A worker ended", e);
    }
  }

  private Share work(long histories) {
    Share share = new Share(new Counts(), new ArrayList<>());
    while (failed.get() < budget.failures() && elapsed().compareTo(budget.duration()) < 0) {
      long number = taken.getAndUpdate(it -> Math.min(it + 1, histories));
      if (number >= histories) {
        break;
      }
      one(budget.firstSeed() + number, share);
      done.incrementAndGet();
    }
    return share;
  }

  private void one(long seed, Share share) {
    History.of(parts, Choices.ofSeed(seed), share.counts(), Trace::none)
        .run()
        .ifPresent(
            violation -> {
              share.failures().add(new Failure(seed, violation));
              failed.incrementAndGet();
            });
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - began);
  }
}
