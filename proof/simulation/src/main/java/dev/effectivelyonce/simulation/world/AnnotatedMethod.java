package dev.effectivelyonce.simulation.world;

import com.amazonaws.services.lambda.runtime.Context;
import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.concurrent.Callable;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.reflect.MethodSignature;
import software.amazon.lambda.powertools.idempotency.Idempotency;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;
import software.amazon.lambda.powertools.idempotency.internal.IdempotencyHandler;
import software.amazon.lambda.powertools.idempotency.persistence.BasePersistenceStore;

/**
 * A method with Powertools' {@code @Idempotent} that returns a text. What its aspect does around a
 * call is Powertools' own code.
 */
record AnnotatedMethod(String name, BasePersistenceStore store, IdempotencyConfig config) {
  /**
   * Calls it.
   *
   * @throws Throwable what the method throws, or Powertools
   */
  String call(JsonNode payload, Context context, Callable<String> body) throws Throwable {
    return (String) aspect(payload, context, body).handle();
  }

  // Powertools has one store for the whole JVM, however often a class of ours is loaded.
  @SuppressWarnings("LockOnNonEnclosingClassLiteral")
  private IdempotencyHandler aspect(JsonNode payload, Context context, Callable<String> body) {
    // An aspect takes the store when it is made.
    synchronized (Idempotency.class) {
      Idempotency.config().withPersistenceStore(store).withConfig(config).configure();
      return new IdempotencyHandler(joinPoint(body), name, payload, context);
    }
  }

  private static ProceedingJoinPoint joinPoint(Callable<String> body) {
    return with(
        ProceedingJoinPoint.class,
        (proxy, method, args) ->
            switch (method.getName()) {
              case "getArgs" -> new Object[0];
              case "proceed" -> body.call();
              case "getSignature" ->
                  with(MethodSignature.class, (signature, asked, none) -> String.class);
              default -> throw new UnsupportedOperationException(method.getName());
            });
  }

  private static <T> T with(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            AnnotatedMethod.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
