package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.stream.Stream;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/**
 * What the runs of a method are in: nothing, or a transaction.
 *
 * @param store the store in which its events end
 */
record Surrounding(IdempotencyStore store, Around around) {
  /** Puts what surrounds it around the handler of one message. */
  interface Around {
    ClosableHandler around(Handler handler);
  }

  /** Finds what surrounds a method. */
  interface Finder {
    /**
     * Returns what surrounds a method.
     *
     * @throws ConfigurationException if an event could be done by halves
     */
    Surrounding of(
        Class<?> bean, Method method, AbandonedClaimPolicy policy, IdempotencyStore store);
  }

  /** Returns what surrounds a method where there are no transactions that a store could join. */
  static Surrounding none(
      Class<?> bean, Method method, AbandonedClaimPolicy policy, IdempotencyStore store) {
    if (Stream.<AnnotatedElement>of(method, bean).anyMatch(Surrounding::isTransactional)) {
      throw apart(method);
    }
    return new Surrounding(store, ClosableHandler::of);
  }

  static ConfigurationException apart(Method method) {
    return new ConfigurationException(
        ListenerMethods.shown(method)
            + " is @Transactional, and its transaction can't have its record: one could happen"
            + " without the other",
        "Let the store be a PostgresStore with the DataSource of the transaction manager, or move"
            + " @Transactional to a method that this one calls: its rows are then a plain effect");
  }

  private static boolean isTransactional(AnnotatedElement element) {
    MergedAnnotations all = MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY);
    return all.isPresent("org.springframework.transaction.annotation.Transactional")
        || all.isPresent("jakarta.transaction.Transactional");
  }
}
