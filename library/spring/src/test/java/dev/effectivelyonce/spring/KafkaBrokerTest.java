package dev.effectivelyonce.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.once.EffectivelyOnce;
import dev.effectivelyonce.core.once.OnceRequest;
import dev.effectivelyonce.core.once.TryAgainException;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.testkit.InMemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.convert.converter.Converter;
import org.springframework.kafka.config.KafkaListenerEndpointRegistrar;
import org.springframework.messaging.support.GenericMessage;

class KafkaBrokerTest {
  record Parcel(String parcelId) {}

  /** Has a listener without {@link Once}, and a converter for it. */
  @Configuration(proxyBeanMethods = false)
  static class Application {
    final List<Parcel> shipped = new ArrayList<>();

    @Bean
    static Converter<String, Parcel> parcels() {
      return new Converter<>() {
        @Override
        public Parcel convert(String parcelId) {
          return new Parcel(parcelId);
        }
      };
    }

    void ship(Parcel parcel) {
      shipped.add(parcel);
    }
  }

  /** Spring asks for a record's back-off once, and its second wait may be another. */
  @Test
  void eachWaitIsAsLongAsItsOwnExceptionSays() {
    EffectivelyOnce once =
        EffectivelyOnce.of("shipping")
            .store(new InMemoryStore())
            .retention(Duration.ofDays(19))
            .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
            .build();
    TryAgainException later =
        catchThrowableOfType(
            TryAgainException.class,
            () ->
                once.runOrThrow(
                    BusinessKey.of("P-1"),
                    OnceRequest.within(Duration.ofMinutes(1)),
                    Object.class,
                    attempt -> HandlerResult.retryAfter(Duration.ofSeconds(7), "busy")));

    RuntimeException thrown = new KafkaBroker().again(new GenericMessage<>("P-1"), later);

    assertThat(KafkaBroker.millis(new IllegalStateException(thrown), 1000)).isEqualTo(7000);
    assertThat(KafkaBroker.millis(new IllegalStateException("broken"), 1000)).isEqualTo(1000);
  }

  @Test
  void theApplicationsConvertersServeItsListenersAsBefore() throws Exception {
    try (var application = new AnnotationConfigApplicationContext(Application.class)) {
      Application listener = application.getBean(Application.class);

      Object ignored =
          EffectivelyOnceAutoConfiguration.Kafka.kafkaMethods(
                  new KafkaListenerEndpointRegistrar(), application.getBeanFactory())
              .createInvocableHandlerMethod(
                  listener, Application.class.getDeclaredMethod("ship", Parcel.class))
              .invoke(new GenericMessage<>("P-1"));

      assertThat(listener.shipped).containsExactly(new Parcel("P-1"));
    }
  }
}
