package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.ConfigurationException;
import io.awspring.cloud.sqs.annotation.SqsListener;
import io.awspring.cloud.sqs.listener.AbstractMessageListenerContainer;
import io.awspring.cloud.sqs.listener.MessageListenerContainerRegistry;
import io.awspring.cloud.sqs.listener.acknowledgement.handler.AcknowledgementMode;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanExpressionContext;
import org.springframework.beans.factory.config.BeanExpressionResolver;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;

/** Looks at the containers that run methods with {@link Once}. */
final class SqsListenersCheck extends StartCheck {
  private final OnceBeans beans;
  private final OnceListeners listeners;
  private final MessageListenerContainerRegistry registry;
  private final ConfigurableBeanFactory names;

  SqsListenersCheck(
      OnceBeans beans,
      OnceListeners listeners,
      MessageListenerContainerRegistry registry,
      ConfigurableBeanFactory names) {
    this.beans = beans;
    this.listeners = listeners;
    this.registry = registry;
    this.names = names;
  }

  @Override
  void check() {
    beans.methods(OnceBeans.SQS).forEach(this::check);
  }

  private void check(Method method, Class<?> type) {
    List<? extends AbstractMessageListenerContainer<?, ?, ?>> containers = containers(method, type);
    if (!listeners.has(method) || containers.isEmpty()) {
      throw new ConfigurationException(
          ListenerMethods.shown(method) + " has @Once, and nothing runs it under a claim",
          "Set no MessageHandlerMethodFactory of your own, and name the listener's queue");
    }
    containers.forEach(SqsListenersCheck::check);
  }

  private List<? extends AbstractMessageListenerContainer<?, ?, ?>> containers(
      Method method, Class<?> type) {
    List<String> queues =
        Stream.of(method, type)
            .map(it -> AnnotatedElementUtils.findMergedAnnotation(it, SqsListener.class))
            .filter(Objects::nonNull)
            .limit(1)
            .flatMap(listener -> Stream.of(listener.value()))
            .flatMap(this::resolved)
            .toList();
    return registry.getListenerContainers().stream()
        .filter(AbstractMessageListenerContainer.class::isInstance)
        .map(it -> (AbstractMessageListenerContainer<?, ?, ?>) it)
        .filter(it -> it.getQueueNames().stream().anyMatch(queues::contains))
        .toList();
  }

  /** As the container's own names are resolved: placeholders first, then an expression. */
  private Stream<String> resolved(String name) {
    String text = names.resolveEmbeddedValue(name);
    BeanExpressionResolver expressions = names.getBeanExpressionResolver();
    @Nullable Object value =
        expressions == null
            ? text
            : expressions.evaluate(text, new BeanExpressionContext(names, null));
    return switch (value) {
      case null -> Stream.of();
      case Object[] several -> Stream.of(several).map(String::valueOf);
      case Collection<?> several -> several.stream().map(String::valueOf);
      default -> Stream.of(value.toString());
    };
  }

  private static void check(AbstractMessageListenerContainer<?, ?, ?> container) {
    AcknowledgementMode mode = container.getContainerOptions().getAcknowledgementMode();
    if (mode != AcknowledgementMode.ON_SUCCESS) {
      throw new ConfigurationException(
          "The container of %s has the acknowledgement mode %s, by which messages that are not done are lost, or done ones come back"
              .formatted(container.getQueueNames(), mode),
          "Set ON_SUCCESS, which is the default");
    }
    boolean isFifo = container.getQueueNames().stream().anyMatch(it -> it.endsWith(".fifo"));
    if (isFifo && container.getContainerOptions().getMaxMessagesPerPoll() > 1) {
      throw new ConfigurationException(
          "The container of %s receives several messages of a FIFO queue at once. If one fails, those behind it use up a receive each time, unread"
              .formatted(container.getQueueNames()),
          "Set maxMessagesPerPoll = \"1\" on the listener");
    }
  }
}
