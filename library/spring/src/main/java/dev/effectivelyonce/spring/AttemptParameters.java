package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.steps.Steps;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolver;

/**
 * Keeps a parameter of the type {@link Attempt} or {@link Steps} from being taken for the payload.
 * {@link OnceHandlerMethod} provides its value.
 */
final class AttemptParameters implements HandlerMethodArgumentResolver {
  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return parameter.getParameterType() == Attempt.class
        || parameter.getParameterType() == Steps.class;
  }

  @Override
  public @Nullable Object resolveArgument(MethodParameter parameter, Message<?> message) {
    throw new IllegalStateException("Only a method with @Once has an attempt");
  }
}
