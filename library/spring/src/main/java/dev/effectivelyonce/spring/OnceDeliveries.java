package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.key.InvalidKeyException;
import dev.effectivelyonce.core.once.FailedException;
import dev.effectivelyonce.core.once.HeldException;
import dev.effectivelyonce.core.once.TryAgainException;
import java.util.HashMap;
import java.util.Map;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.invocation.InvocableHandlerMethod;
import org.springframework.messaging.support.GenericMessage;

/**
 * Delivers messages to the listeners with {@link Once} of a test with {@link EffectivelyOnceTest},
 * without a broker. The payload is already what the method takes, since no converter reads it.
 */
public final class OnceDeliveries implements SmartInitializingSingleton {
  private final OnceBeans beans;
  private final OnceListeners listeners;
  private final BeanFactory factory;
  private final Map<String, InvocableHandlerMethod> methods = new HashMap<>();

  OnceDeliveries(OnceBeans beans, OnceListeners listeners, BeanFactory factory) {
    this.beans = beans;
    this.listeners = listeners;
    this.factory = factory;
  }

  @Override
  public void afterSingletonsInstantiated() {
    OnceHandlerMethodFactory handlers = new OnceHandlerMethodFactory(listeners, Broker.NONE);
    handlers.setBeanFactory(factory);
    handlers.afterPropertiesSet();
    beans
        .methods()
        .forEach(
            (method, type) -> {
              Object bean = factory.getBean(type);
              InvocableHandlerMethod handler =
                  handlers.createInvocableHandlerMethod(
                      bean, AopUtils.selectInvocableMethod(method, bean.getClass()));
              ListenerMethods.annotation(method)
                  .ifPresent(once -> methods.put(once.consumer(), handler));
            });
  }

  /** Delivers a payload as {@link #deliver(String, Message)} does, without headers. */
  public void deliver(String consumer, Object payload) throws Exception {
    deliver(consumer, new GenericMessage<>(payload));
  }

  /**
   * Delivers a message to the method of a consumer. It returns if a broker would acknowledge the
   * message.
   *
   * @throws TryAgainException if the message would come back
   * @throws FailedException if it would be a dead letter, because no attempt can handle it
   * @throws HeldException if it would be a dead letter, because an operator has to settle its event
   * @throws InvalidKeyException if it would be a dead letter, because it has no key
   * @throws ConfigurationException if no method has the consumer
   */
  public void deliver(String consumer, Message<?> message) throws Exception {
    InvocableHandlerMethod method = methods.get(consumer);
    if (method == null) {
      throw new ConfigurationException(
          "No listener with @Once has the consumer \"" + consumer + "\"",
          "Name its class in @EffectivelyOnceTest; there are " + methods.keySet());
    }
    method.invoke(message);
  }
}
