package dev.effectivelyonce.spring;

import java.lang.reflect.Method;
import org.springframework.messaging.handler.annotation.support.DefaultMessageHandlerMethodFactory;
import org.springframework.messaging.handler.invocation.InvocableHandlerMethod;

/** Makes the methods of listeners, and runs those with {@link Once} under a claim. */
final class OnceHandlerMethodFactory extends DefaultMessageHandlerMethodFactory {
  private final OnceListeners listeners;
  private final Broker broker;

  OnceHandlerMethodFactory(OnceListeners listeners, Broker broker) {
    this.listeners = listeners;
    this.broker = broker;
  }

  @Override
  public InvocableHandlerMethod createInvocableHandlerMethod(Object bean, Method method) {
    InvocableHandlerMethod plain = super.createInvocableHandlerMethod(bean, method);
    return listeners.wrapped(plain, method, broker);
  }
}
