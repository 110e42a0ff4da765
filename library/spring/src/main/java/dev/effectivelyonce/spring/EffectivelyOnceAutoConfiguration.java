package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.LoggingObserver;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.ResultSerializer;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.postgres.PostgresStore;
import io.awspring.cloud.sqs.config.SqsListenerConfigurer;
import io.awspring.cloud.sqs.listener.MessageListenerContainerRegistry;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.messaging.handler.annotation.support.DefaultMessageHandlerMethodFactory;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolver;
import org.springframework.transaction.interceptor.TransactionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Runs the listeners with {@link Once} under a claim. The records are in the application's bean of
 * the type {@code IdempotencyStore}, or in the DynamoDB table {@code effectively-once.table}.
 */
@AutoConfiguration(
    afterName = {
      "io.awspring.cloud.autoconfigure.dynamodb.DynamoDbAutoConfiguration",
      "io.awspring.cloud.autoconfigure.sqs.SqsAutoConfiguration"
    })
@EnableConfigurationProperties(EffectivelyOnceProperties.class)
public class EffectivelyOnceAutoConfiguration {
  @Bean
  static OnceBeans onceBeans() {
    return new OnceBeans();
  }

  @Bean
  OnceListeners onceListeners(
      EffectivelyOnceProperties properties,
      ObjectProvider<IdempotencyStore> store,
      ObjectProvider<TransitionObserver> observer,
      ObjectProvider<Platform> platform,
      ObjectProvider<ResultSerializer> results,
      ObjectProvider<Surrounding.Finder> surroundings,
      ApplicationContext application) {
    return new OnceListeners(
        set(
            "store",
            store.getIfAvailable(),
            "Set effectively-once.table and add a bean of the type DynamoDbClient, or one of the"
                + " type IdempotencyStore"),
        observer.getIfAvailable(LoggingObserver::new),
        platform.getIfAvailable(Platform::system),
        results.getIfAvailable(
            () ->
                ResultSerializer.ofStrings(
                    "Only strings are kept. Add a bean of the type ResultSerializer")),
        set(
            "retention",
            properties.retention(),
            "Set effectively-once.retention, such as 19d: longer than a message can wait in its"
                + " queue and the dead-letter queue"),
        properties.heartbeat(),
        fatal -> AvailabilityChangeEvent.publish(application, LivenessState.BROKEN),
        surroundings.getIfAvailable(() -> Surrounding::none));
  }

  private static <T> T set(String name, @Nullable T value, String remedy) {
    if (value == null) {
      throw new ConfigurationException("The listeners with @Once have no " + name, remedy);
    }
    return value;
  }

  /** The records in DynamoDB. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({DynamoDbStore.class, DynamoDbClient.class})
  static class Records {
    @Bean
    @ConditionalOnBean(DynamoDbClient.class)
    @ConditionalOnMissingBean(IdempotencyStore.class)
    @ConditionalOnProperty("effectively-once.table")
    DynamoDbStore effectivelyOnceStore(
        DynamoDbClient client, EffectivelyOnceProperties properties) {
      return new DynamoDbStore(
          client, set("table", properties.table(), "Set effectively-once.table"));
    }
  }

  /** The transactions of methods, where the records are in the same database. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({PostgresStore.class, JdbcTemplate.class, TransactionInterceptor.class})
  static class Transactional {
    @Bean
    TransactionalMethods onceTransactionalMethods(ConfigurableBeanFactory beans) {
      return new TransactionalMethods(beans);
    }
  }

  /** The listeners of Spring Cloud AWS. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(SqsListenerConfigurer.class)
  static class Sqs {
    @Bean
    SqsListenerConfigurer onceSqsListeners(OnceListeners listeners) {
      return registrar -> {
        Class<?> factory = registrar.getMessageHandlerMethodFactory().getClass();
        if (factory != DefaultMessageHandlerMethodFactory.class) {
          throw new ConfigurationException(
              "The listeners have a MessageHandlerMethodFactory of your own, " + factory.getName(),
              "Remove it: methods with @Once need the library's, and each application has one");
        }
        Consumer<List<HandlerMethodArgumentResolver>> resolvers =
            registrar.getMethodArgumentResolversConsumer();
        registrar.manageMethodArgumentResolvers(
            all -> {
              resolvers.accept(all);
              all.addFirst(new AttemptParameters());
            });
        registrar.setMessageHandlerMethodFactory(
            new OnceHandlerMethodFactory(listeners, new SqsHiding()));
      };
    }

    @Bean
    @ConditionalOnBean(MessageListenerContainerRegistry.class)
    SqsListenersCheck onceSqsListenersCheck(
        OnceBeans beans,
        OnceListeners listeners,
        MessageListenerContainerRegistry registry,
        ConfigurableBeanFactory names) {
      return new SqsListenersCheck(beans, listeners, registry, names);
    }
  }
}
