package dev.effectivelyonce.spring;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.spring.StartRefusal.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.testkit.InMemoryStore;
import java.util.Map;
import java.util.stream.Stream;
import org.aopalliance.intercept.MethodInterceptor;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.amqp.core.AcknowledgeMode;
import org.springframework.amqp.rabbit.annotation.EnableRabbit;
import org.springframework.amqp.rabbit.annotation.RabbitHandler;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.annotation.RabbitListenerConfigurer;
import org.springframework.amqp.rabbit.config.SimpleRabbitListenerContainerFactory;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.listener.api.RabbitListenerErrorHandler;
import org.springframework.amqp.rabbit.transaction.RabbitTransactionManager;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.kafka.annotation.EnableKafka;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.annotation.RetryableTopic;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.ConsumerRecordRecoverer;
import org.springframework.kafka.listener.ContainerProperties.AckMode;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.KafkaListenerErrorHandler;
import org.springframework.kafka.transaction.KafkaTransactionManager;
import org.springframework.messaging.handler.annotation.support.DefaultMessageHandlerMethodFactory;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/** What an application with listeners of Kafka or RabbitMQ is told before it connects. */
class BrokerProblemsTest {
  private static final String NEW_KEY = "#payload";

  interface KafkaChange {
    void change(ConcurrentKafkaListenerContainerFactory<String, String> factory);
  }

  interface RabbitChange {
    void change(SimpleRabbitListenerContainerFactory factory);
  }

  static class OfKafka {
    @KafkaListener(topics = "orders", groupId = "orders")
    @Once(consumer = "orders", key = NEW_KEY, onAbandonedClaim = RERUN)
    void place(String order) {}
  }

  static class WithItsHandler {
    @KafkaListener(topics = "orders", groupId = "orders", errorHandler = "swallowing")
    @Once(consumer = "orders", key = NEW_KEY, onAbandonedClaim = RERUN)
    void place(String order) {}
  }

  static class WithTheHandlerOfOneOfTwo {
    @KafkaListener(topics = "orders", groupId = "orders")
    @KafkaListener(topics = "returns", groupId = "orders", errorHandler = "swallowing")
    @Once(consumer = "orders", key = NEW_KEY, onAbandonedClaim = RERUN)
    void place(String order) {}
  }

  static class WithRetryTopics {
    @RetryableTopic
    @KafkaListener(topics = "orders", groupId = "orders")
    @Once(consumer = "orders", key = NEW_KEY, onAbandonedClaim = RERUN)
    void place(String order) {}
  }

  static class ByBatch {
    @KafkaListener(topics = "orders", groupId = "orders", batch = "true")
    @Once(consumer = "orders", key = NEW_KEY, onAbandonedClaim = RERUN)
    void place(String order) {}
  }

  static class OfRabbit {
    @RabbitListener(queues = "orders")
    @Once(consumer = "orders", key = NEW_KEY, onAbandonedClaim = RERUN)
    void place(String order) {}
  }

  static class WithAnErrorHandler {
    @RabbitListener(queues = "orders", errorHandler = "swallowing")
    @Once(consumer = "orders", key = NEW_KEY, onAbandonedClaim = RERUN)
    void place(String order) {}

    @Bean
    static RabbitListenerErrorHandler swallowing() {
      return (raw, channel, message, thrown) -> "";
    }
  }

  static class ReturnsExceptions {
    @RabbitListener(queues = "orders", returnExceptions = "true")
    @Once(consumer = "orders", key = NEW_KEY, onAbandonedClaim = RERUN)
    void place(String order) {}
  }

  static class OneOfTwoReturnsExceptions {
    @RabbitListener(queues = "orders")
    @RabbitListener(queues = "returns", returnExceptions = "true")
    @Once(consumer = "orders", key = NEW_KEY, onAbandonedClaim = RERUN)
    void place(String order) {}
  }

  @RabbitListener(queues = "orders")
  static class OfAClass {
    @RabbitHandler
    @Once(consumer = "orders", key = NEW_KEY, onAbandonedClaim = RERUN)
    void place(String order) {}
  }

  static class WithAFactoryOfItsOwn extends OfRabbit {
    @Bean
    static RabbitListenerConfigurer own() {
      return registrar -> {
        DefaultMessageHandlerMethodFactory methods = new DefaultMessageHandlerMethodFactory();
        methods.afterPropertiesSet();
        registrar.setMessageHandlerMethodFactory(methods);
      };
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableKafka
  static class Kafka {
    @Bean
    ConcurrentKafkaListenerContainerFactory<String, String> kafkaListenerContainerFactory(
        KafkaChange change) {
      ConcurrentKafkaListenerContainerFactory<String, String> factory =
          new ConcurrentKafkaListenerContainerFactory<>();
      factory.setConsumerFactory(new DefaultKafkaConsumerFactory<>(Map.of()));
      factory.setAutoStartup(false);
      change.change(factory);
      return factory;
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableRabbit
  static class Rabbit {
    @Bean
    SimpleRabbitListenerContainerFactory rabbitListenerContainerFactory(RabbitChange change) {
      SimpleRabbitListenerContainerFactory factory = new SimpleRabbitListenerContainerFactory();
      factory.setConnectionFactory(new CachingConnectionFactory("127.0.0.1", 1));
      factory.setAutoStartup(false);
      change.change(factory);
      return factory;
    }
  }

  static Stream<Arguments> ofKafka() {
    return Stream.of(
        Arguments.of(
            change(it -> it.getContainerProperties().setAckMode(AckMode.MANUAL)),
            OfKafka.class,
            "OfKafka.place commits by the mode MANUAL",
            "Set the mode BATCH or RECORD"),
        Arguments.of(
            change(
                it ->
                    it.setConsumerFactory(
                        new DefaultKafkaConsumerFactory<>(
                            Map.of(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "true")))),
            OfKafka.class,
            "commits by the mode BATCH, or by itself",
            "enable.auto.commit to false"),
        Arguments.of(
            change(it -> it.setCommonErrorHandler(new DefaultErrorHandler())),
            OfKafka.class,
            "has an error handler",
            "Remove it"),
        Arguments.of(
            change(
                it ->
                    it.getContainerProperties()
                        .setKafkaAwareTransactionManager(
                            new KafkaTransactionManager<>(transactional()))),
            OfKafka.class,
            "called in a transaction",
            "Remove the transaction manager"),
        Arguments.of(change(it -> {}), WithItsHandler.class, "has an error handler", "Remove it"),
        Arguments.of(
            change(it -> {}), WithTheHandlerOfOneOfTwo.class, "has an error handler", "Remove it"),
        Arguments.of(change(it -> {}), WithRetryTopics.class, "retry topics", "Remove it"),
        Arguments.of(change(it -> {}), ByBatch.class, "is a batch listener", "Take one record"));
  }

  private static DefaultKafkaProducerFactory<String, String> transactional() {
    DefaultKafkaProducerFactory<String, String> factory =
        new DefaultKafkaProducerFactory<>(Map.of());
    factory.setTransactionIdPrefix("tx-");
    return factory;
  }

  private static KafkaChange change(KafkaChange change) {
    return change;
  }

  @ParameterizedTest
  @MethodSource("ofKafka")
  void aListenerOfKafkaThatWouldNotRunOnceIsRefused(
      KafkaChange change, Class<?> listener, String problem, String remedy) {
    kafka(change, listener)
        .withBean(ConsumerRecordRecoverer.class, () -> (record, thrown) -> {})
        .withBean("defaultRetryTopicKafkaTemplate", KafkaTemplate.class, transactional())
        .withBean("swallowing", KafkaListenerErrorHandler.class, () -> (message, thrown) -> "")
        .withBean(TaskScheduler.class, ThreadPoolTaskScheduler::new)
        .run(refused(problem, remedy));
  }

  @Test
  void aListenerOfKafkaNeedsAPlaceForWhatNoAttemptCanHandle() {
    kafka(it -> {}, OfKafka.class)
        .run(refused("no place for records", "DeadLetterPublishingRecoverer"));
    kafka(it -> {}, OfKafka.class)
        .withBean(ConsumerRecordRecoverer.class, () -> (record, thrown) -> {})
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              // Such as before and after a checkpoint.
              KafkaListenersCheck check = context.getBean(KafkaListenersCheck.class);
              check.stop();
              check.start();
              assertThat(check.isRunning()).isTrue();
            });
  }

  static Stream<Arguments> ofRabbit() {
    return Stream.of(
        Arguments.of(
            rabbitChange(it -> it.setAcknowledgeMode(AcknowledgeMode.MANUAL)),
            OfRabbit.class,
            "OfRabbit.place acknowledges by the mode MANUAL",
            "Set AUTO"),
        Arguments.of(
            rabbitChange(it -> it.setAcknowledgeMode(AcknowledgeMode.NONE)),
            OfRabbit.class,
            "by the mode NONE",
            "Set AUTO"),
        Arguments.of(
            rabbitChange(it -> it.setBatchSize(5)),
            OfRabbit.class,
            "several messages as one",
            "batch size at 1"),
        Arguments.of(
            rabbitChange(it -> it.setAdviceChain((MethodInterceptor) call -> "")),
            OfRabbit.class,
            "an advice chain",
            "Remove it"),
        Arguments.of(
            rabbitChange(
                it -> {
                  it.setTransactionManager(
                      new RabbitTransactionManager(new CachingConnectionFactory("127.0.0.1", 1)));
                  it.setChannelTransacted(true);
                }),
            OfRabbit.class,
            "called in a transaction",
            "Remove the transaction manager"),
        Arguments.of(
            rabbitChange(it -> {}), WithAnErrorHandler.class, "has an error handler", "Remove it"),
        Arguments.of(rabbitChange(it -> {}), ReturnsExceptions.class, "returnExceptions", "Remove"),
        Arguments.of(
            rabbitChange(it -> {}), OneOfTwoReturnsExceptions.class, "returnExceptions", "Remove"),
        Arguments.of(
            rabbitChange(it -> {}), OfAClass.class, "nothing runs it", "annotation on the method"));
  }

  private static RabbitChange rabbitChange(RabbitChange change) {
    return change;
  }

  @ParameterizedTest
  @MethodSource("ofRabbit")
  void aListenerOfRabbitThatWouldNotRunOnceIsRefused(
      RabbitChange change, Class<?> listener, String problem, String remedy) {
    rabbit(change, listener).run(refused(problem, remedy));
  }

  @Test
  void aFactoryOfTheApplicationIsUsed() {
    rabbit(it -> {}, WithAFactoryOfItsOwn.class).run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void aListenerThatIsMadeAfterTheStartIsRefused() {
    rabbit(it -> {}, OfRabbit.class)
        .withInitializer(
            context ->
                ((BeanDefinitionRegistry) context.getBeanFactory())
                    .registerBeanDefinition(
                        "late",
                        BeanDefinitionBuilder.genericBeanDefinition(Late.class)
                            .setLazyInit(true)
                            .getBeanDefinition()))
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              assertThatThrownBy(() -> context.getBean("late"))
                  .hasRootCauseInstanceOf(ConfigurationException.class)
                  .hasStackTraceContaining("Late.place has @Once, and nothing runs it");
            });
  }

  @Lazy
  static class Late {
    @RabbitListener(queues = "orders")
    @Once(consumer = "late", key = NEW_KEY, onAbandonedClaim = RERUN)
    void place(String order) {}
  }

  private static ApplicationContextRunner kafka(KafkaChange change, Class<?> listener) {
    return runner(Kafka.class, listener).withBean(KafkaChange.class, () -> change);
  }

  private static ApplicationContextRunner rabbit(RabbitChange change, Class<?> listener) {
    return runner(Rabbit.class, listener).withBean(RabbitChange.class, () -> change);
  }

  private static ApplicationContextRunner runner(Class<?> broker, Class<?> listener) {
    return new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(EffectivelyOnceAutoConfiguration.class))
        .withUserConfiguration(broker, listener)
        .withBean(InMemoryStore.class)
        .withPropertyValues("effectively-once.retention=19d");
  }
}
