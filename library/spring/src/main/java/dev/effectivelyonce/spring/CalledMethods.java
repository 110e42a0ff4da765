package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.ResultSerializer;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.steps.Steps;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;

/** What of a method that code calls decides whether it can run once. */
final class CalledMethods {
  private static final ParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();

  private CalledMethods() {}

  /**
   * @throws ConfigurationException if no proxy of its bean could run the method
   */
  static void checkProxy(Class<?> bean, Method method) {
    int modifiers = method.getModifiers();
    if (Modifier.isFinal(bean.getModifiers())
        || Modifier.isFinal(modifiers)
        || Modifier.isPrivate(modifiers)
        || Modifier.isStatic(modifiers)) {
      throw ListenerMethods.refused(
          method,
          "is final, private or static, or its class is final, so it can't be run under a claim",
          "Make class and method open, or put @Once on a method of another bean that calls this"
              + " one");
    }
    ListenerMethods.checkEnd(bean, method);
  }

  /**
   * @throws ConfigurationException if a later call could not get what the method returned, or its
   *     parameters have no names
   */
  static void check(Method method, ResultSerializer results) {
    Class<?> type = method.getReturnType();
    if (ListenerMethods.returnsEnd(method)) {
      throw ListenerMethods.refused(
          method,
          "returns a %s, which its caller would not get".formatted(type.getSimpleName()),
          "Return a value, and throw if the event is not done. For rows in the record's"
              + " transaction, put @Transactional on the method");
    }
    if (!(method.getGenericReturnType() instanceof Class<?>)) {
      throw ListenerMethods.refused(
          method,
          "returns a generic type, which a later call could not read again",
          "Return a class of your own that has the value");
    }
    if (type != void.class) {
      results
          .whyNeverKept(type)
          .ifPresent(
              why -> {
                throw ListenerMethods.refused(
                    method,
                    "returns a %s, which a later call would not get"
                        .formatted(type.getSimpleName()),
                    why);
              });
    }
    if (Stream.of(method.getParameterTypes())
        .anyMatch(it -> it == Attempt.class || it == Steps.class)) {
      throw ListenerMethods.refused(
          method,
          "takes the attempt or its steps, which only a listener gets",
          "Call EffectivelyOnce.run with a handler instead");
    }
    if (NAMES.getParameterNames(method) == null) {
      throw ListenerMethods.refused(
          method, "has parameters without names", "Compile with the option -parameters");
    }
  }

  /** Returns the arguments of a call, by the names of the parameters. */
  static Map<String, @Nullable Object> named(Method method, @Nullable Object[] arguments) {
    @Nullable String[] names = NAMES.getParameterNames(method);
    Map<String, @Nullable Object> named = new HashMap<>();
    for (int i = 0; names != null && i < names.length; i++) {
      named.put(String.valueOf(names[i]), arguments[i]);
    }
    return named;
  }
}
