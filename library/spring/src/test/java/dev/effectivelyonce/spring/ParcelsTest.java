package dev.effectivelyonce.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.testkit.InMemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application with a listener of parcels, whose records are in memory. */
abstract class ParcelsTest {
  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration(EffectivelyOnceAutoConfiguration.class)
  static class Records {
    @Bean
    InMemoryStore records() {
      return new InMemoryStore();
    }
  }

  private final Class<?> listeners;
  ConfigurableApplicationContext application;
  Parcels parcels;

  /**
   * @param listeners the part of the application that is its broker's
   */
  ParcelsTest(Class<?> listeners) {
    this.listeners = listeners;
  }

  @BeforeEach
  void start() {
    application =
        new SpringApplicationBuilder(Records.class, listeners)
            .web(WebApplicationType.NONE)
            .properties(Map.of("effectively-once.retention", "19d"))
            .run();
    parcels = application.getBean(Parcels.class);
  }

  @AfterEach
  void end() {
    application.close();
  }

  /** Claims a parcel as an attempt elsewhere, which does not end. */
  void claimElsewhere(String parcelId, Instant now, Duration lease) {
    Claim running =
        new Claim(
            id(parcelId),
            new AttemptId("other"),
            now.plus(lease),
            WriteTimestamp.of(now, Duration.ofDays(19)));
    assertThat(application.getBean(InMemoryStore.class).claim(running))
        .isInstanceOf(WriteResult.Written.class);
  }

  IdempotencyRecord record(String parcelId) {
    return application.getBean(InMemoryStore.class).find(id(parcelId)).orElseThrow();
  }

  private static RecordId id(String parcelId) {
    return RecordId.of(new ConsumerName("shipping"), BusinessKey.of(parcelId));
  }
}
