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
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.springframework.messaging.handler.invocation.InvocableHandlerMethod;

/** Makes the listeners of an application's methods with {@link Once}. */
final class OnceListeners {
  private final IdempotencyStore store;
  private final TransitionObserver observer;
  private final Platform platform;
  private final ResultSerializer results;
  private final Duration retention;
  private final Duration heartbeat;
  private final Consumer<FatalProcessError> fatal;
  private final Surrounding.Finder surroundings;
  private final Map<String, Listened> methods = new ConcurrentHashMap<>();

  /** A method of a bean, which may inherit it as another does. */
  private record Listened(Class<?> bean, Method method) {}

  OnceListeners(
      IdempotencyStore store,
      TransitionObserver observer,
      Platform platform,
      ResultSerializer results,
      Duration retention,
      Duration heartbeat,
      Consumer<FatalProcessError> fatal,
      Surrounding.Finder surroundings) {
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
    this.surroundings = surroundings;
  }

  Platform platform() {
    return platform;
  }

  /** Returns whether a listener was made for a method. */
  boolean has(Method method) {
    return methods.values().stream().anyMatch(it -> it.method().equals(method));
  }

  /**
   * Returns the method under a claim, or as it is if it has no {@link Once}.
   *
   * @throws ConfigurationException if the method can't be run once, or another has its consumer
   */
  InvocableHandlerMethod wrapped(InvocableHandlerMethod plain, Method method, Broker broker) {
    return ListenerMethods.annotation(method)
        .<InvocableHandlerMethod>map(
            once ->
                new OnceHandlerMethod(plain, listener(plain.getBeanType(), method, once, broker)))
        .orElse(plain);
  }

  private OnceListener listener(Class<?> bean, Method method, Once once, Broker broker) {
    ListenerMethods.check(bean, method);
    Listened own = new Listened(bean, method);
    Listened other = methods.putIfAbsent(once.consumer(), own);
    if (other != null && !other.equals(own)) {
      throw new ConfigurationException(
          "%s and %s both have the consumer \"%s\", so one would skip what the other did"
              .formatted(
                  ListenerMethods.shown(other.method()),
                  ListenerMethods.shown(method),
                  once.consumer()),
          "Give each method a consumer of its own");
    }
    Surrounding surrounding = surroundings.of(bean, method, once.onAbandonedClaim(), store);
    EffectivelyOnce engine =
        EffectivelyOnce.of(once.consumer())
            .store(surrounding.store())
            .retention(retention)
            .heartbeat(heartbeat)
            .onAbandonedClaim(once.onAbandonedClaim())
            .observer(observer)
            .platform(platform)
            .results(results)
            .build();
    return new OnceListener(
        method,
        engine,
        EventExpressions.of(once),
        surrounding.around(),
        broker,
        platform.clock(),
        fatal);
  }
}
