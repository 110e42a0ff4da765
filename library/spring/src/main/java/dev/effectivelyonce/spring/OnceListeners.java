package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.ResultSerializer;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.once.EffectivelyOnce;
import dev.effectivelyonce.core.store.IdempotencyStore;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.annotation.AnnotatedElementUtils;

/** Makes the listeners of an application's methods with {@link Once}. */
final class OnceListeners {
  private static final String ASYNC = "org.springframework.scheduling.annotation.Async";

  private final IdempotencyStore store;
  private final TransitionObserver observer;
  private final Platform platform;
  private final ResultSerializer results;
  private final Duration retention;
  private final Duration heartbeat;
  private final Consumer<FatalProcessError> fatal;
  private final Map<String, Method> methods = new ConcurrentHashMap<>();

  OnceListeners(
      IdempotencyStore store,
      TransitionObserver observer,
      Platform platform,
      ResultSerializer results,
      Duration retention,
      Duration heartbeat,
      Consumer<FatalProcessError> fatal) {
    if (retention.compareTo(OnceListener.LONGEST) <= 0) {
      throw new ConfigurationException(
          "effectively-once.retention is " + retention,
          "Set more than the queue and its dead-letter queue together keep a message, such as 19d");
    }
    this.store = store;
    this.observer = observer;
    this.platform = platform;
    this.results = results;
    this.retention = retention;
    this.heartbeat = heartbeat;
    this.fatal = fatal;
  }

  /** Returns whether a listener was made for a method. */
  boolean has(Method method) {
    return methods.containsValue(method);
  }

  /**
   * Returns the listener of a method; empty if it has no {@link Once}.
   *
   * @throws ConfigurationException if the method can't be run once, or another has its consumer
   */
  Optional<OnceListener> of(Method method, Redelivery redelivery) {
    return annotation(method).map(once -> listener(method, once, redelivery));
  }

  static Optional<Once> annotation(Method method) {
    return Optional.ofNullable(AnnotatedElementUtils.findMergedAnnotation(method, Once.class));
  }

  private OnceListener listener(Method method, Once once, Redelivery redelivery) {
    check(method);
    Method other = methods.putIfAbsent(once.consumer(), method);
    if (other != null && !other.equals(method)) {
      throw new ConfigurationException(
          "%s and %s both have the consumer \"%s\", so one would skip what the other did"
              .formatted(shown(other), shown(method), once.consumer()),
          "Give each method a consumer of its own");
    }
    EffectivelyOnce engine =
        EffectivelyOnce.of(once.consumer())
            .store(store)
            .retention(retention)
            .heartbeat(heartbeat)
            .onAbandonedClaim(once.onAbandonedClaim())
            .observer(observer)
            .platform(platform)
            .results(results)
            .build();
    return new OnceListener(engine, EventExpressions.of(once), redelivery, platform.clock(), fatal);
  }

  private static void check(Method method) {
    Class<?> returned = method.getReturnType();
    if (Future.class.isAssignableFrom(returned)
        || ReactiveAdapterRegistry.getSharedInstance().getAdapter(returned) != null) {
      throw new ConfigurationException(
          "%s returns a %s, whose work goes on after it has returned"
              .formatted(shown(method), returned.getSimpleName()),
          "Wait for the work in the method, and return its result");
    }
    if (AnnotatedElementUtils.isAnnotated(method, ASYNC)
        || AnnotatedElementUtils.isAnnotated(method.getDeclaringClass(), ASYNC)) {
      throw new ConfigurationException(
          shown(method) + " is @Async, so it returns before its work is done",
          "Remove @Async: the listener's container runs messages side by side");
    }
    if (Stream.of(method.getParameterTypes()).anyMatch(Collection.class::isAssignableFrom)) {
      throw new ConfigurationException(
          shown(method) + " takes a batch of messages, which has no single key",
          "Take one message. The container still receives and deletes in batches");
    }
  }

  static String shown(Method method) {
    return method.getDeclaringClass().getSimpleName() + "." + method.getName();
  }
}
