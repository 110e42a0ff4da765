package dev.effectivelyonce.tests.migration;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.testkit.ForwardingStore;
import java.util.Optional;
import java.util.function.Supplier;

/** What happens to one attempt at one of its calls to either store. */
final class Intrusion {
  enum Fate {
    RIVAL_BEFORE,
    RIVAL_AFTER,
    DIES_BEFORE,
    DIES_AFTER,
    LOSES_CALL,
    LOSES_ANSWER,
    SENT_TWICE
  }

  private final Fate fate;
  private final int at;
  private final Runnable rivals;
  private int calls;
  private boolean isDead;

  Intrusion(Fate fate, int at, Runnable rivals) {
    this.fate = fate;
    this.at = at;
    this.rivals = rivals;
  }

  static Intrusion none() {
    return new Intrusion(Fate.RIVAL_BEFORE, 0, () -> {});
  }

  /** Returns whether the attempt made so many calls that it happened. */
  boolean happened() {
    return calls >= at;
  }

  /** Ends the process in the handler: nothing that it writes arrives any more. */
  HandlerResult die() {
    isDead = true;
    return HandlerResult.completed();
  }

  IdempotencyStore into(IdempotencyStore store) {
    return new ForwardingStore(store) {
      @Override
      public WriteResult write(Write write) {
        return around(() -> store.write(write));
      }

      @Override
      public Optional<IdempotencyRecord> find(RecordId id) {
        return around(() -> store.find(id));
      }

      @Override
      public Optional<Transactions> transactions() {
        return store.transactions().map(it -> commit -> around(() -> it.commit(commit)));
      }
    };
  }

  private <T> T around(Supplier<T> call) {
    calls++;
    if (isDead) {
      throw lost();
    }
    return calls == at ? intruded(call) : call.get();
  }

  private <T> T intruded(Supplier<T> call) {
    isDead = fate == Fate.DIES_BEFORE || fate == Fate.DIES_AFTER;
    if (fate == Fate.RIVAL_BEFORE) {
      rivals.run();
    }
    if (fate == Fate.DIES_BEFORE || fate == Fate.LOSES_CALL) {
      throw lost();
    }
    T answer = call.get();
    if (fate == Fate.RIVAL_AFTER) {
      rivals.run();
    }
    if (fate == Fate.DIES_AFTER || fate == Fate.LOSES_ANSWER) {
      throw lost();
    }
    return fate == Fate.SENT_TWICE ? call.get() : answer;
  }

  private static StoreException lost() {
    return new StoreException(StoreException.Kind.UNREACHABLE, "No answer", "Try again", null);
  }
}
