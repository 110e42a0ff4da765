package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.EngineBuilder;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.ResultSerializer;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.once.EffectivelyOnce;
import dev.effectivelyonce.core.store.IdempotencyStore;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
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
  private final Map<Called, OnceListener> calls = new ConcurrentHashMap<>();

  /**
   * A method of a bean, which may inherit it as another does.
   *
   * @param running how many events it handles now
   */
  record Listened(Class<?> bean, Method method, AtomicInteger running) {}

  /** The same method of two beans may not have one consumer. */
  private record Called(Class<?> bean, Method method) {}

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

  IdempotencyStore store() {
    return store;
  }

  /** Returns the methods that run once, by their consumers' names. */
  Map<String, Listened> methods() {
    return new TreeMap<>(methods);
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
    Class<?> bean = plain.getBeanType();
    return ListenerMethods.annotation(method)
        .<InvocableHandlerMethod>map(
            once -> {
              ListenerMethods.check(bean, method);
              return new OnceHandlerMethod(plain, listener(bean, method, once, broker));
            })
        .orElse(plain);
  }

  /**
   * Returns the runs of a method that code calls, which are the same for each call.
   *
   * @throws ConfigurationException if the method can't be run once, or another has its consumer
   */
  OnceListener called(Class<?> bean, Method method) {
    return calls.computeIfAbsent(
        new Called(bean, method),
        it -> {
          CalledMethods.check(method, results);
          return listener(
              bean, method, ListenerMethods.annotation(method).orElseThrow(), Broker.NONE);
        });
  }

  private OnceListener listener(Class<?> bean, Method method, Once once, Broker broker) {
    Listened listened = listened(bean, method, once);
    Surrounding surrounding = surrounding(listened, once);
    EffectivelyOnce engine =
        configured(EffectivelyOnce.of(once.consumer()), once, surrounding)
            .heartbeat(heartbeat)
            .results(results)
            .build();
    return new OnceListener(
        method,
        listened.running(),
        engine,
        EventExpressions.of(once),
        surrounding.around(),
        broker,
        platform.clock(),
        fatal);
  }

  /**
   * Returns the method of a consumer.
   *
   * @throws ConfigurationException if another method has this consumer
   */
  Listened listened(Class<?> bean, Method method, Once once) {
    Listened listened =
        methods.computeIfAbsent(
            once.consumer(), it -> new Listened(bean, method, new AtomicInteger()));
    if (listened.bean() != bean || !listened.method().equals(method)) {
      throw shared(listened.method(), method, once.consumer());
    }
    return listened;
  }

  /**
   * Returns what surrounds a method.
   *
   * @throws ConfigurationException if an event could be done by halves
   */
  Surrounding surrounding(Listened listened, Once once) {
    return surroundings.of(listened.bean(), listened.method(), once.onAbandonedClaim(), store);
  }

  /** Sets what is the same for listeners and requests. */
  <B extends EngineBuilder<B>> B configured(B builder, Once once, Surrounding surrounding) {
    return builder
        .store(surrounding.store())
        .retention(retention)
        .onAbandonedClaim(once.onAbandonedClaim())
        .observer(observer)
        .platform(platform);
  }

  Duration heartbeat() {
    return heartbeat;
  }

  ResultSerializer results() {
    return results;
  }

  Consumer<FatalProcessError> fatal() {
    return fatal;
  }

  static ConfigurationException shared(Method one, Method other, String consumer) {
    return new ConfigurationException(
        "%s and %s both have the consumer \"%s\", so one would skip what the other did"
            .formatted(ListenerMethods.shown(one), ListenerMethods.shown(other), consumer),
        "Give each method a consumer of its own");
  }
}
