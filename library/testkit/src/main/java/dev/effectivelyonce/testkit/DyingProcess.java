package dev.effectivelyonce.testkit;

import dev.effectivelyonce.batch.Parking;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * A process that dies at one of its calls to the store or the parking, which outlive it. From then
 * on each call throws, and nothing is carried out. Tests must ignore answers that the process gives
 * after its death; see {@link #isDead()}. Safe for use by many threads.
 */
public final class DyingProcess {
  /** The moment of the death, relative to a call. */
  public enum Moment {
    /** The call is not carried out. */
    BEFORE,
    /** The call is carried out, but its answer is lost. */
    AFTER
  }

  private final AtomicInteger calls = new AtomicInteger();
  private final int last;
  private final Moment moment;

  private DyingProcess(int last, Moment moment) {
    this.last = last;
    this.moment = moment;
  }

  /**
   * Returns a process that dies at a call.
   *
   * @param call the number of the call, from 1
   */
  public static DyingProcess at(int call, Moment moment) {
    return new DyingProcess(call, moment);
  }

  /** Returns a process that does not die. */
  public static DyingProcess never() {
    return new DyingProcess(Integer.MAX_VALUE, Moment.AFTER);
  }

  /** Returns whether the call at which it dies was made. */
  public boolean isDead() {
    return calls.get() >= last;
  }

  /** Returns the store as this process sees it. Writes and commits count as calls. */
  public IdempotencyStore store(IdempotencyStore store) {
    return new ForwardingStore(store) {
      @Override
      public WriteResult write(Write write) {
        return call(() -> super.write(write));
      }

      @Override
      public Optional<Transactions> transactions() {
        return store.transactions().map(it -> commit -> call(() -> it.commit(commit)));
      }
    };
  }

  /** Returns the parking as this process sees it. */
  public Parking parking(Parking parking) {
    return (message, deadline) ->
        call(
            () -> {
              parking.put(message, deadline);
              return message;
            });
  }

  private <T> T call(Supplier<T> call) {
    int number = calls.incrementAndGet();
    if (number > last || (number == last && moment == Moment.BEFORE)) {
      throw new IllegalStateException("The process is dead, as the test wants it");
    }
    T answer = call.get();
    if (number == last) {
      throw new IllegalStateException("The process died before it had the answer");
    }
    return answer;
  }
}
