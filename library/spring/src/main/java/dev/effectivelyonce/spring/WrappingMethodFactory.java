package dev.effectivelyonce.spring;

import java.lang.reflect.Method;
import org.springframework.messaging.handler.annotation.support.MessageHandlerMethodFactory;
import org.springframework.messaging.handler.invocation.InvocableHandlerMethod;

/** Makes methods by another factory, and runs those with {@link Once} under a claim. */
record WrappingMethodFactory(
    MessageHandlerMethodFactory plain, OnceListeners listeners, Broker broker)
    implements MessageHandlerMethodFactory {
  @Override
  public InvocableHandlerMethod createInvocableHandlerMethod(Object bean, Method method) {
    return listeners.wrapped(plain.createInvocableHandlerMethod(bean, method), method, broker);
  }
}
