package dev.effectivelyonce.spring;

import java.lang.reflect.Method;
import org.springframework.messaging.handler.annotation.support.DefaultMessageHandlerMethodFactory;
import org.springframework.messaging.handler.invocation.InvocableHandlerMethod;

/** Makes the methods of listeners, and runs those with {@link Once} under a claim. */
final class OnceHandlerMethodFactory extends DefaultMessageHandlerMethodFactory {
  private final OnceListeners listeners;
  private final Hiding hiding;

  OnceHandlerMethodFactory(OnceListeners listeners, Hiding hiding) {
    this.listeners = listeners;
    this.hiding = hiding;
  }

  @Override
  public InvocableHandlerMethod createInvocableHandlerMethod(Object bean, Method method) {
    InvocableHandlerMethod plain = super.createInvocableHandlerMethod(bean, method);
    return listeners
        .of(plain.getBeanType(), method, hiding)
        .<InvocableHandlerMethod>map(listener -> new OnceHandlerMethod(plain, listener))
        .orElse(plain);
  }
}
