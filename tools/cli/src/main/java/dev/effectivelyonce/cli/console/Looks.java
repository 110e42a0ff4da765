package dev.effectivelyonce.cli.console;

import dev.effectivelyonce.operations.OperatorContext;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.deadletters.DeadLetters;
import dev.effectivelyonce.operations.deadletters.LetterDetail;
import dev.effectivelyonce.operations.deadletters.Pass;
import dev.effectivelyonce.operations.problem.Kind;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.operations.problem.Problem;
import dev.effectivelyonce.replay.ReplayFilter;
import dev.effectivelyonce.replay.ReplayListener;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The looks at dead letters. Each hides letters from the others while it lasts, so those at one
 * consumer's letters follow one another. A look at all letters goes on while pages are shown.
 */
final class Looks implements AutoCloseable {
  /** A look at all letters of a consumer. */
  final class All implements Runnable {
    private final ConsumerEntry consumer;
    private final Thread thread = Thread.ofVirtual().unstarted(this);
    private final CountDownLatch end = new CountDownLatch(1);
    final Instant began = context.now();
    final LetterTally tally = new LetterTally(mostIds);
    volatile Optional<Instant> ended = Optional.empty();
    volatile Optional<Long> expected = Optional.empty();
    volatile Optional<Pass> pass = Optional.empty();
    volatile Optional<Problem> problem = Optional.empty();
    private volatile boolean isStopped;

    private All(ConsumerEntry consumer) {
      this.consumer = consumer;
    }

    @Override
    public void run() {
      try {
        pass = Optional.of(inTurn(consumer, this::look));
      } catch (InterruptedException | RuntimeException e) {
        problem = Optional.of(isStopped ? STOPPED : Problem.of(e));
      } catch (Error e) {
        problem = Optional.of(new Problem(Kind.DEFECT, e.toString(), "Report it"));
        throw e;
      } finally {
        ended = Optional.of(context.now());
        end.countDown();
      }
    }

    private Pass look() {
      DeadLetters letters = DeadLetters.of(consumer, context);
      expected = letters.visible();
      return letters.list(ReplayFilter.NONE, Integer.MAX_VALUE, tally, ReplayListener.NONE);
    }

    /** Returns whether it is over, or is so within the patience of a page. */
    boolean isOver(Duration patience) {
      try {
        return end.await(patience.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }

    /** Ends it early, in order: what it has found stays. */
    private void stop() {
      isStopped = true;
      thread.interrupt();
    }
  }

  private static final Problem STOPPED =
      new Problem(Kind.INTERRUPTED, "The look was stopped", "Use Look again");

  /** The ids of so many letters of a look take some 20 MB. */
  private static final int MOST_IDS = 200_000;

  private final OperatorContext context;
  private final int mostIds;
  private final Map<String, All> all = new ConcurrentHashMap<>();
  private final Map<String, ReentrantLock> turns = new ConcurrentHashMap<>();

  /** The thread that searches for a letter of a consumer; not if somebody has stopped it. */
  private final Map<String, Thread> searches = new ConcurrentHashMap<>();

  Looks(OperatorContext context, Access access) {
    this.context = context;
    this.mostIds = access == Access.WRITE ? MOST_IDS : 0;
  }

  private ReentrantLock turn(ConsumerEntry consumer) {
    return turns.computeIfAbsent(consumer.name(), ignored -> new ReentrantLock());
  }

  /**
   * Does something that holds a consumer's letters, as soon as no other look or act holds them.
   *
   * @throws InterruptedException if the thread is interrupted before it is its turn
   */
  <T> T inTurn(ConsumerEntry consumer, Supplier<T> work) throws InterruptedException {
    ReentrantLock turn = turn(consumer);
    turn.lockInterruptibly();
    try {
      return work.get();
    } finally {
      turn.unlock();
    }
  }

  /** Returns the last look at a consumer's letters; begins the first one. */
  All all(ConsumerEntry consumer) {
    return all.computeIfAbsent(consumer.name(), ignored -> begun(consumer));
  }

  /** Begins another look, unless one is going on. */
  void again(ConsumerEntry consumer) {
    all.compute(
        consumer.name(),
        (ignored, last) -> last == null || last.isOver(Duration.ZERO) ? begun(consumer) : last);
  }

  private All begun(ConsumerEntry consumer) {
    All look = new All(consumer);
    look.thread.start();
    return look;
  }

  /** Ends what is going on at a consumer's letters: a look at all, and a search for one. */
  void stop(ConsumerEntry consumer) {
    Optional.ofNullable(all.get(consumer.name())).ifPresent(All::stop);
    searches.computeIfPresent(
        consumer.name(),
        (ignored, thread) -> {
          thread.interrupt();
          return null;
        });
  }

  /**
   * Returns a letter; empty if another look goes on. On the way there it passes others, as the
   * command does.
   *
   * @throws OperationException if the queue shows no such letter, or somebody stops the search
   */
  Optional<LetterDetail> letter(ConsumerEntry consumer, String messageId, Duration patience) {
    return search(
        consumer,
        patience,
        letters -> letters.detail(messageId, Optional.empty(), ReplayListener.NONE));
  }

  /**
   * Returns what a search for one letter has found; empty if another look goes on.
   *
   * @throws OperationException if the queue shows no such letter, or somebody stops the search
   */
  <T> Optional<T> search(
      ConsumerEntry consumer, Duration patience, Function<DeadLetters, T> search) {
    ReentrantLock turn = turn(consumer);
    try {
      if (!turn.tryLock(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        return Optional.empty();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw OperationException.interrupted("The console is ending");
    }
    searches.put(consumer.name(), Thread.currentThread());
    try {
      return Optional.of(search.apply(DeadLetters.of(consumer, context)));
    } catch (RuntimeException e) {
      throw searches.containsKey(consumer.name())
          ? e
          : OperationException.refused("The search was stopped", "Open the page again");
    } finally {
      searches.remove(consumer.name());
      // From here on nobody stops it, and what follows is not to be cut off.
      Thread.interrupted();
      turn.unlock();
    }
  }

  /** Ends the looks at all letters of each consumer. */
  void stop() {
    all.values().forEach(All::stop);
  }

  /** Ends what is going on, and returns when what it holds is given back. */
  @Override
  public void close() {
    stop();
    all.values().forEach(it -> it.isOver(Duration.ofMinutes(1)));
  }
}
