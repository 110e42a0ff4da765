package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.spring.KafkaBroker.WaitingErrorHandler;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.annotation.RetryableTopic;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.ConsumerRecordRecoverer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.ContainerProperties.AckMode;
import org.springframework.kafka.listener.DelegatingMessageListener;

/**
 * Looks at the containers of Kafka that run methods with {@link Once}, and parks by a recoverer.
 */
final class KafkaListenersCheck extends StartCheck {
  private final OnceBeans beans;
  private final ObjectProvider<KafkaListenerEndpointRegistry> registries;
  private final ObjectProvider<ConsumerRecordRecoverer> recoverers;

  KafkaListenersCheck(
      OnceBeans beans,
      ObjectProvider<KafkaListenerEndpointRegistry> registries,
      ObjectProvider<ConsumerRecordRecoverer> recoverers) {
    this.beans = beans;
    this.registries = registries;
    this.recoverers = recoverers;
  }

  @Override
  void check() {
    Set<Method> left = new HashSet<>(beans.methods(OnceBeans.KAFKA).keySet());
    registries.stream()
        .flatMap(it -> it.getListenerContainers().stream())
        .filter(AbstractMessageListenerContainer.class::isInstance)
        .map(it -> (AbstractMessageListenerContainer<?, ?>) it)
        .forEach(
            container ->
                ListenerFields.method(
                        adapter(container.getContainerProperties().getMessageListener()),
                        "handlerMethod")
                    .ifPresent(
                        method -> {
                          left.remove(method);
                          check(container, method);
                          container.setCommonErrorHandler(new WaitingErrorHandler(parking()));
                        }));
    OnceBeans.requireNone(left);
  }

  private static @Nullable Object adapter(@Nullable Object listener) {
    return listener instanceof DelegatingMessageListener<?> around
        ? adapter(around.getDelegate())
        : listener;
  }

  private ConsumerRecordRecoverer parking() {
    ConsumerRecordRecoverer recoverer = recoverers.getIfAvailable();
    if (recoverer == null) {
      throw new ConfigurationException(
          "The listeners of Kafka have no place for records that no attempt can handle",
          "Add a bean of the type ConsumerRecordRecoverer, such as a"
              + " DeadLetterPublishingRecoverer");
    }
    return recoverer;
  }

  private static void check(AbstractMessageListenerContainer<?, ?> container, Method method) {
    ContainerProperties properties = container.getContainerProperties();
    if (Set.of(AckMode.MANUAL, AckMode.MANUAL_IMMEDIATE).contains(properties.getAckMode())
        || isAutoCommit(container)) {
      throw new ConfigurationException(
          "The container of %s commits by the mode %s, or by itself: records that are not done are lost, or done ones come back"
              .formatted(ListenerMethods.shown(method), properties.getAckMode()),
          "Set the mode BATCH or RECORD, and enable.auto.commit to false");
    }
    if (properties.getMessageListener() instanceof BatchMessageListener<?, ?>) {
      throw new ConfigurationException(
          ListenerMethods.shown(method) + " is a batch listener, and a batch has no single key",
          "Take one record. The container still polls and commits in batches");
    }
    MergedAnnotations annotations = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY);
    CommonErrorHandler handler = container.getCommonErrorHandler();
    if ((handler != null && !(handler instanceof WaitingErrorHandler))
        || annotations.isPresent(RetryableTopic.class)
        || annotations.stream(KafkaListener.class)
            .anyMatch(it -> !it.getString("errorHandler").isEmpty())) {
      throw new ConfigurationException(
          ListenerMethods.shown(method)
              + " has an error handler or retry topics, by which a record that is not done could be"
              + " skipped, or handled out of order",
          "Remove it: the library's error handler waits, and parks by the ConsumerRecordRecoverer");
    }
    if (properties.getKafkaAwareTransactionManager() != null) {
      throw OnceListener.surrounded(method);
    }
  }

  /** As the container reads its settings; the consumer's own default is another. */
  private static boolean isAutoCommit(AbstractMessageListenerContainer<?, ?> container) {
    Optional<Object> ofFactory =
        ListenerFields.value(container, "consumerFactory")
            .map(it -> ((ConsumerFactory<?, ?>) it).getConfigurationProperties())
            .map(it -> it.get(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG));
    String own =
        container
            .getContainerProperties()
            .getKafkaConsumerProperties()
            .getProperty(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG);
    return Stream.of(Optional.ofNullable(own), ofFactory)
        .flatMap(Optional::stream)
        .map(Objects::toString)
        .anyMatch(Boolean::parseBoolean);
  }
}
