package dev.effectivelyonce.tests.engine;

import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Transactions;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/** Views of a store that do something around each call of any verb. */
final class Steps {
  private Steps() {}

  /** What happens around a call. */
  @FunctionalInterface
  interface Around {
    Object call(Callable<Object> step) throws Exception;
  }

  /** A moment in an attempt, counted in its store calls; its handler lies between two of them. */
  record Point(int call, boolean afterItsWrite) {
    @Override
    public String toString() {
      return (afterItsWrite ? "after" : "before") + " call " + call;
    }
  }

  /** A view for one attempt, in which something happens at the point. */
  static IdempotencyStore at(Point point, IdempotencyStore store, Runnable event) {
    AtomicInteger calls = new AtomicInteger();
    return around(
        store,
        step -> {
          boolean now = calls.incrementAndGet() == point.call;
          if (now && !point.afterItsWrite) {
            event.run();
          }
          Object answer = step.call();
          if (now && point.afterItsWrite) {
            event.run();
          }
          return answer;
        });
  }

  static IdempotencyStore around(IdempotencyStore store, Around around) {
    return (IdempotencyStore)
        Proxy.newProxyInstance(
            IdempotencyStore.class.getClassLoader(),
            new Class<?>[] {IdempotencyStore.class},
            (proxy, method, args) -> {
              if (method.getName().equals("endingBy")) {
                return proxy;
              }
              if (method.getName().equals("durability")) {
                return store.durability();
              }
              if (method.getName().equals("transactions")) {
                return store.transactions().map(it -> around(it, around));
              }
              try {
                return around.call(() -> method.invoke(store, args));
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static Transactions around(Transactions transactions, Around around) {
    return commit -> {
      try {
        return (CommitResult) around.call(() -> transactions.commit(commit));
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    };
  }
}
