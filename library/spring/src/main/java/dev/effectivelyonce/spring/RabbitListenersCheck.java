package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.ConfigurationException;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Set;
import org.springframework.amqp.core.AcknowledgeMode;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.listener.AbstractMessageListenerContainer;
import org.springframework.amqp.rabbit.listener.RabbitListenerEndpointRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/** Looks at the containers of RabbitMQ that run methods with {@link Once}. */
final class RabbitListenersCheck extends StartCheck {
  private final OnceBeans beans;
  private final ObjectProvider<RabbitListenerEndpointRegistry> registries;

  RabbitListenersCheck(OnceBeans beans, ObjectProvider<RabbitListenerEndpointRegistry> registries) {
    this.beans = beans;
    this.registries = registries;
  }

  @Override
  void check() {
    Set<Method> left = new HashSet<>(beans.methods(OnceBeans.RABBIT).keySet());
    registries.stream()
        .flatMap(it -> it.getListenerContainers().stream())
        .filter(AbstractMessageListenerContainer.class::isInstance)
        .map(AbstractMessageListenerContainer.class::cast)
        .forEach(
            container ->
                ListenerFields.method(container.getMessageListener(), "handlerAdapter")
                    .ifPresent(
                        method -> {
                          left.remove(method);
                          check(container, method);
                        }));
    OnceBeans.requireNone(left);
  }

  private static void check(AbstractMessageListenerContainer container, Method method) {
    if (container.getAcknowledgeMode() != AcknowledgeMode.AUTO) {
      throw new ConfigurationException(
          "The container of %s acknowledges by the mode %s, by which messages that are not done are lost, or done ones come back"
              .formatted(ListenerMethods.shown(method), container.getAcknowledgeMode()),
          "Set AUTO, which is the default");
    }
    if (ListenerFields.value(container, "batchSize").filter(it -> (int) it > 1).isPresent()) {
      throw new ConfigurationException(
          "The container of %s rejects or acknowledges several messages as one"
              .formatted(ListenerMethods.shown(method)),
          "Leave its batch size at 1");
    }
    if (MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY).stream(RabbitListener.class)
            .anyMatch(RabbitListenersCheck::hidesFailures)
        || ListenerFields.value(container, "adviceChain")
            .filter(it -> ((Object[]) it).length > 0)
            .isPresent()) {
      throw new ConfigurationException(
          ListenerMethods.shown(method)
              + " has an error handler, an advice chain or returnExceptions, each of which may let"
              + " a message that is not done be acknowledged",
          "Remove it: the library decides what comes back");
    }
    if (ListenerFields.value(container, "transactionManager").isPresent()) {
      throw OnceListener.surrounded(method);
    }
  }

  private static boolean hidesFailures(MergedAnnotation<RabbitListener> listener) {
    return !listener.getString("errorHandler").isEmpty()
        || !listener.getString("returnExceptions").isEmpty();
  }
}
