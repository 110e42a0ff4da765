package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.ConfigurationException;
import io.awspring.cloud.sqs.annotation.SqsListener;
import io.awspring.cloud.sqs.listener.AbstractMessageListenerContainer;
import io.awspring.cloud.sqs.listener.MessageListenerContainer;
import io.awspring.cloud.sqs.listener.MessageListenerContainerRegistry;
import io.awspring.cloud.sqs.listener.acknowledgement.handler.AcknowledgementMode;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;

/** Refuses a container that acknowledges messages of a {@link Once} method before they are done. */
final class SqsListenersCheck extends StartCheck {
  private final OnceBeans beans;
  private final MessageListenerContainerRegistry registry;
  private final ConfigurableBeanFactory names;

  SqsListenersCheck(
      OnceBeans beans, MessageListenerContainerRegistry registry, ConfigurableBeanFactory names) {
    this.beans = beans;
    this.registry = registry;
    this.names = names;
  }

  @Override
  void check() {
    Set<String> queues =
        beans.methods().stream()
            .map(method -> AnnotatedElementUtils.findMergedAnnotation(method, SqsListener.class))
            .flatMap(listener -> listener == null ? Stream.of() : Stream.of(listener.value()))
            .flatMap(name -> Optional.ofNullable(names.resolveEmbeddedValue(name)).stream())
            .collect(Collectors.toSet());
    for (MessageListenerContainer<?> container : registry.getListenerContainers()) {
      if (container instanceof AbstractMessageListenerContainer<?, ?, ?> it
          && it.getQueueNames().stream().anyMatch(queues::contains)) {
        check(it);
      }
    }
  }

  private static void check(AbstractMessageListenerContainer<?, ?, ?> container) {
    AcknowledgementMode mode = container.getContainerOptions().getAcknowledgementMode();
    if (mode != AcknowledgementMode.ON_SUCCESS) {
      throw new ConfigurationException(
          "The container of %s has the acknowledgement mode %s, by which messages that are not done are lost, or done ones come back"
              .formatted(container.getQueueNames(), mode),
          "Set ON_SUCCESS, which is the default");
    }
  }
}
