package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.store.RecordListing;
import dev.effectivelyonce.micrometer.MicrometerObserver;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Shows what listeners with {@link Once} do: in Micrometer, and by Actuator. */
@AutoConfiguration(
    after = EffectivelyOnceAutoConfiguration.class,
    afterName =
        "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
public class EffectivelyOnceActuatorAutoConfiguration {
  /** The counts, if the application has a registry for them. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({MeterRegistry.class, MicrometerObserver.class})
  @ConditionalOnBean(MeterRegistry.class)
  static class Meters {
    @Bean
    @ConditionalOnMissingBean
    MicrometerObserver onceMetrics(MeterRegistry registry) {
      return new MicrometerObserver(registry);
    }

    /** So that each count begins with zero. */
    @Bean
    StartCheck onceMeters(OnceListeners listeners, MicrometerObserver metrics) {
      return new StartCheck() {
        @Override
        void check() {
          listeners.methods().keySet().forEach(metrics::register);
        }
      };
    }
  }

  /** Whether the records can be read. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ConditionalOnEnabledHealthIndicator.class)
  static class Health {
    @Bean
    @ConditionalOnEnabledHealthIndicator("effectivelyonce")
    StoreHealth effectivelyOnceHealthIndicator(OnceListeners listeners) {
      return new StoreHealth(listeners.store());
    }
  }

  /** What the consumers do now, and what waits for an operator. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
  static class Consumers {
    @Bean
    @ConditionalOnAvailableEndpoint
    OnceEndpoint effectivelyOnceEndpoint(
        OnceListeners listeners, ObjectProvider<RecordListing> listing) {
      return new OnceEndpoint(listeners, listing);
    }
  }
}
