package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.http.Caller;
import dev.effectivelyonce.http.ClaimedRequests;
import dev.effectivelyonce.postgres.PostgresStore;
import io.awspring.cloud.sqs.config.SqsListenerConfigurer;
import io.awspring.cloud.sqs.listener.MessageListenerContainerRegistry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.rabbit.annotation.RabbitListenerConfigurer;
import org.springframework.amqp.rabbit.listener.RabbitListenerEndpointRegistrar;
import org.springframework.amqp.rabbit.listener.RabbitListenerEndpointRegistry;
import org.springframework.amqp.rabbit.listener.adapter.AmqpMessageHandlerMethodFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.format.FormatterRegistry;
import org.springframework.format.support.DefaultFormattingConversionService;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.kafka.annotation.KafkaListenerAnnotationBeanPostProcessor;
import org.springframework.kafka.annotation.KafkaListenerConfigurer;
import org.springframework.kafka.config.KafkaListenerEndpointRegistrar;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.ConsumerRecordRecoverer;
import org.springframework.messaging.converter.GenericMessageConverter;
import org.springframework.messaging.handler.annotation.support.DefaultMessageHandlerMethodFactory;
import org.springframework.messaging.handler.annotation.support.MessageHandlerMethodFactory;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolver;
import org.springframework.transaction.interceptor.TransactionInterceptor;
import org.springframework.validation.Validator;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
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
@Import(OnceConfiguration.class)
public class EffectivelyOnceAutoConfiguration {
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
          client, OnceConfiguration.set("table", properties.table(), "Set effectively-once.table"));
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

  /** The methods that answer requests by Spring MVC. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({DispatcherServlet.class, ClaimedRequests.class})
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
  static class Requests {
    @Bean
    OnceHandlerAdapter onceHandlerAdapter(
        OnceListeners listeners,
        EffectivelyOnceProperties properties,
        ObjectProvider<Caller> caller,
        ObjectProvider<RequestMappingHandlerMapping> mappings,
        ObjectProvider<RequestMappingHandlerAdapter> adapters,
        ObjectProvider<HandlerExceptionResolver> resolvers) {
      return new OnceHandlerAdapter(
          listeners,
          properties.keptHeaders(),
          caller.getIfAvailable(() -> ReadRequest.PRINCIPAL),
          mappings,
          adapters,
          resolvers);
    }

    @Bean
    AttemptArguments onceAttemptArguments() {
      return new AttemptArguments();
    }
  }

  /** The listeners of Spring AMQP. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(RabbitListenerConfigurer.class)
  static class Rabbit {
    @Bean
    RabbitListenerConfigurer onceRabbitListeners(OnceListeners listeners, BeanFactory beans) {
      return registrar -> {
        MessageHandlerMethodFactory own = registrar.getMessageHandlerMethodFactory();
        requireNone(registrar.getValidator());
        registrar.setMessageHandlerMethodFactory(
            new WrappingMethodFactory(
                own == null ? rabbitMethods(registrar, beans) : own,
                listeners,
                new RabbitBroker(listeners.platform())));
      };
    }

    /** As Spring makes it, which shows none. */
    @SuppressWarnings("removal") // 4.1 has it in another package, too. 4.0 has it in this alone.
    private static MessageHandlerMethodFactory rabbitMethods(
        RabbitListenerEndpointRegistrar registrar, BeanFactory beans) {
      DefaultFormattingConversionService conversion = new DefaultFormattingConversionService();
      conversion.addConverter(
          byte[].class, String.class, it -> new String(it, StandardCharsets.UTF_8));
      AmqpMessageHandlerMethodFactory methods = new AmqpMessageHandlerMethodFactory();
      methods.setBeanFactory(beans);
      methods.setConversionService(conversion);
      methods.setCustomArgumentResolvers(
          new ArrayList<>(registrar.getCustomMethodArgumentResolvers()));
      methods.setMessageConverter(new GenericMessageConverter(conversion));
      methods.afterPropertiesSet();
      return methods;
    }

    @Bean
    RabbitListenersCheck onceRabbitListenersCheck(
        OnceBeans beans, ObjectProvider<RabbitListenerEndpointRegistry> registries) {
      return new RabbitListenersCheck(beans, registries);
    }
  }

  /** The listeners of Spring for Apache Kafka. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(KafkaListenerConfigurer.class)
  static class Kafka {
    @Bean
    KafkaListenerConfigurer onceKafkaListeners(OnceListeners listeners, BeanFactory beans) {
      return registrar -> {
        MessageHandlerMethodFactory own = registrar.getMessageHandlerMethodFactory();
        requireNone(registrar.getValidator());
        registrar.setMessageHandlerMethodFactory(
            new WrappingMethodFactory(
                own == null ? kafkaMethods(registrar, beans) : own, listeners, new KafkaBroker()));
      };
    }

    /** That of another processor, since that of the application's own would be this one. */
    static MessageHandlerMethodFactory kafkaMethods(
        KafkaListenerEndpointRegistrar registrar, BeanFactory beans) {
      if (!registrar.getCustomMethodArgumentResolvers().isEmpty()) {
        throw ownFactory("argument resolvers");
      }
      KafkaListenerAnnotationBeanPostProcessor<?, ?> other =
          new KafkaListenerAnnotationBeanPostProcessor<>();
      other.setBeanFactory(beans);
      MessageHandlerMethodFactory methods = other.getMessageHandlerMethodFactory();
      // Spring adds the application's converters only to its own factory, and listeners without
      // @Once need them too.
      ListenerFields.value(methods, "defaultFormattingConversionService")
          .ifPresent(
              it ->
                  ApplicationConversionService.addBeans(
                      (FormatterRegistry) it, (ListableBeanFactory) beans));
      return methods;
    }

    @Bean
    KafkaListenersCheck onceKafkaListenersCheck(
        OnceBeans beans,
        ObjectProvider<KafkaListenerEndpointRegistry> registries,
        ObjectProvider<ConsumerRecordRecoverer> recoverers) {
      return new KafkaListenersCheck(beans, registries, recoverers);
    }
  }

  private static void requireNone(@Nullable Validator validator) {
    if (validator != null) {
      throw ownFactory("a validator");
    }
  }

  private static ConfigurationException ownFactory(String what) {
    return new ConfigurationException(
        "The registrar of the listeners has "
            + what
            + ", and the library's factory replaces its own",
        "Set a MessageHandlerMethodFactory that has it, which the library then uses");
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
            new OnceHandlerMethodFactory(listeners, new SqsBroker()));
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
