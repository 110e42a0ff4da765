package dev.effectivelyonce.spring;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.invocation.InvocableHandlerMethod;

/** A listener's method under a claim. It is invoked as it would be without one. */
final class OnceHandlerMethod extends InvocableHandlerMethod {
  private final InvocableHandlerMethod plain;
  private final OnceListener listener;

  OnceHandlerMethod(InvocableHandlerMethod plain, OnceListener listener) {
    super(plain);
    this.plain = plain;
    this.listener = listener;
  }

  /** Returns null, since a container ignores what a listener of one message returns. */
  @Override
  public @Nullable Object invoke(Message<?> message, @Nullable Object... provided) {
    listener.run(
        message,
        attempt -> {
          @Nullable Object[] all = Arrays.copyOf(provided, provided.length + 2);
          all[provided.length] = attempt;
          all[provided.length + 1] = attempt.steps();
          return plain.invoke(message, all);
        });
    return null;
  }
}
