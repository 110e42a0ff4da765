package dev.effectivelyonce.spring;

import java.lang.reflect.Method;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.DirectFieldAccessor;

/**
 * Fields of containers and their listeners, which Spring does not show. Without them, no method
 * with {@link Once} is found, and the application does not start.
 */
final class ListenerFields {
  private ListenerFields() {}

  /** Returns the method that a listener runs under a claim; empty if it runs another. */
  static Optional<Method> method(@Nullable Object listener, String adapter) {
    return Optional.ofNullable(listener)
        .flatMap(it -> value(it, adapter))
        .flatMap(it -> value(it, "invokerHandlerMethod"))
        .filter(OnceHandlerMethod.class::isInstance)
        .map(it -> ((OnceHandlerMethod) it).getMethod());
  }

  static Optional<Object> value(Object of, String field) {
    DirectFieldAccessor fields = new DirectFieldAccessor(of);
    return fields.isReadableProperty(field)
        ? Optional.ofNullable(fields.getPropertyValue(field))
        : Optional.empty();
  }
}
