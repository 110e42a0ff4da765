package dev.effectivelyonce.tests.engine;

import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Transactions;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.Callable;

/** Views of a store that do something around each call of any verb. */
final class Steps {
  private Steps() {}

  /** What happens around a call. */
  @FunctionalInterface
  interface Around {
    Object call(Callable<Object> step) throws Exception;
  }

  static IdempotencyStore around(IdempotencyStore store, Around around) {
    return (IdempotencyStore)
        Proxy.newProxyInstance(
            IdempotencyStore.class.getClassLoader(),
            new Class<?>[] {IdempotencyStore.class},
            (proxy, method, args) -> {
              if (method.getName().equals("withDeadline")) {
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
