package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.ConfigurationException;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.MethodIntrospector;

/** Finds the methods with {@link Once} of an application, each of which must run under a claim. */
final class OnceBeans extends StartCheck implements BeanPostProcessor {
  private final ObjectProvider<OnceListeners> listeners;
  private final Set<Method> found = ConcurrentHashMap.newKeySet();

  OnceBeans(ObjectProvider<OnceListeners> listeners) {
    this.listeners = listeners;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    found.addAll(
        MethodIntrospector.selectMethods(
            AopUtils.getTargetClass(bean),
            (Method method) -> OnceListeners.annotation(method).isPresent()));
    return bean;
  }

  Set<Method> methods() {
    return Set.copyOf(found);
  }

  @Override
  void check() {
    for (Method method : found) {
      if (!listeners.getObject().has(method)) {
        throw new ConfigurationException(
            OnceListeners.shown(method) + " has @Once, and nothing runs it under a claim",
            "Add @SqsListener to the method, and set no MessageHandlerMethodFactory of your own");
      }
    }
  }
}
