package dev.effectivelyonce.cli.console;

import dev.effectivelyonce.operations.OperatorContext;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.deadletters.DeadLetters;
import dev.effectivelyonce.operations.deadletters.LetterDetail;
import dev.effectivelyonce.operations.deadletters.Pass;
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
    final LetterTally tally = new LetterTally();
    volatile Optional<Long> expected = Optional.empty();
    volatile Optional<Pass> pass = Optional.empty();
    volatile Optional<Problem> problem = Optional.empty();

    private All(ConsumerEntry consumer) {
      this.consumer = consumer;
    }

    @Override
    public void run() {
      ReentrantLock turn = turn(consumer);
      try {
        turn.lockInterruptibly();
        try {
          DeadLetters letters = DeadLetters.of(consumer, context);
          expected = letters.visible();
          pass =
              Optional.of(
                  letters.list(ReplayFilter.NONE, Integer.MAX_VALUE, tally, ReplayListener.NONE));
        } finally {
          turn.unlock();
        }
      } catch (InterruptedException e) {
        problem = Optional.of(Problem.of(OperationException.interrupted("It was stopped")));
      } catch (RuntimeException e) {
        problem = Optional.of(Problem.of(e));
      } finally {
        end.countDown();
      }
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
    void stop() {
      thread.interrupt();
    }
  }

  private final OperatorContext context;
  private final Map<String, All> all = new ConcurrentHashMap<>();
  private final Map<String, ReentrantLock> turns = new ConcurrentHashMap<>();

  Looks(OperatorContext context) {
    this.context = context;
  }

  private ReentrantLock turn(ConsumerEntry consumer) {
    return turns.computeIfAbsent(consumer.name(), ignored -> new ReentrantLock());
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

  /**
   * Returns a letter. On the way there it passes others, as the command does.
   *
   * @throws OperationException if the queue shows no such letter, or another look does not end
   */
  LetterDetail letter(ConsumerEntry consumer, String messageId, Duration patience) {
    ReentrantLock turn = turn(consumer);
    try {
      if (!turn.tryLock(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw OperationException.refused(
            "Another look at the dead letters of %s is going on, and hides this one"
                .formatted(consumer.name()),
            "Wait until it ends, or stop it on the page of its dead letters");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw OperationException.interrupted("The console is ending");
    }
    try {
      return DeadLetters.of(consumer, context)
          .detail(messageId, Optional.empty(), ReplayListener.NONE);
    } finally {
      turn.unlock();
    }
  }

  /** Ends what is going on, and returns when what it holds is given back. */
  @Override
  public void close() {
    all.values().forEach(All::stop);
    all.values().forEach(it -> it.isOver(Duration.ofMinutes(1)));
  }
}
