package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.ResultSerializer;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.store.IdempotencyStore;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What methods with {@link Once} need, whoever calls them. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(EffectivelyOnceProperties.class)
@Import({OnceBeans.class, OnceMethods.class})
class OnceConfiguration {
  @Bean
  OnceListeners onceListeners(
      EffectivelyOnceProperties properties,
      ObjectProvider<IdempotencyStore> store,
      ObjectProvider<TransitionObserver> observers,
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
        observers.orderedStream().reduce(transition -> {}, TransitionObserver::and),
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

  static <T> T set(String name, @Nullable T value, String remedy) {
    if (value == null) {
      throw new ConfigurationException("The listeners with @Once have no " + name, remedy);
    }
    return value;
  }
}
