package dev.effectivelyonce.spring;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.once.HeldException;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.RecordListing;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.testkit.FaultyStore;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;
import io.awspring.cloud.sqs.annotation.SqsListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What an application shows of its listeners. */
class ActuatorTest {
  /** Of an application whose endpoint is asked while the method runs. */
  static class Payments {
    Runnable meanwhile = () -> {};

    @SqsListener("payments")
    @Once(consumer = "payments", key = "#payload", onAbandonedClaim = HOLD)
    void pay(String payment) {
      meanwhile.run();
      if (payment.startsWith("bad")) {
        throw new IllegalStateException("The card may have been charged");
      }
    }
  }

  /** As Actuator's own, it leaves out what is null. */
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .changeDefaultPropertyInclusion(it -> it.withValueInclusion(Include.NON_NULL))
          .build();

  private final ManualClock clock = new ManualClock();
  private final InMemoryStore records = new InMemoryStore();
  private final FaultyStore store = new FaultyStore(records);
  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  EffectivelyOnceAutoConfiguration.class,
                  EffectivelyOnceActuatorAutoConfiguration.class,
                  MetricsAutoConfiguration.class,
                  CompositeMeterRegistryAutoConfiguration.class,
                  SimpleMetricsExportAutoConfiguration.class))
          .withBean(Payments.class)
          .withBean(IdempotencyStore.class, () -> store)
          .withBean(OnceDeliveries.class)
          .withBean(
              Platform.class,
              () -> {
                Platform system = Platform.system();
                return new Platform(clock, system.owners(), system.random(), clock::advance);
              })
          .withPropertyValues(
              "effectively-once.retention=19d",
              "management.endpoints.web.exposure.include=effectivelyonce");

  @Test
  void theRegistryOfAnApplicationCountsFromZeroOn() {
    application.run(
        context -> {
          assertThat(count(context, "executed")).contains(0.0);

          deliver(context, "P-1");
          deliver(context, "P-1");

          assertThat(count(context, "executed")).contains(1.0);
          assertThat(count(context, "dedup.skip")).contains(1.0);
          assertThat(count(context, "held")).contains(0.0);
        });
  }

  @Test
  void healthIsThatOfTheStore() {
    application.run(
        context -> {
          HealthIndicator health = context.getBean(HealthIndicator.class);
          assertThat(health.health()).returns(Status.UP, Health::getStatus);

          store.goDown();

          assertThat(health.health()).returns(Status.DOWN, Health::getStatus);
          assertThat(records.records()).isEmpty();
        });
  }

  @Test
  void theEndpointShowsWhatRunsAndWhatWaitsForAnOperator() {
    application
        .withBean(RecordListing.class, () -> records)
        .run(
            context -> {
              assertThatThrownBy(() -> deliver(context, "bad")).isInstanceOf(HeldException.class);
              List<String> meanwhile = new ArrayList<>();
              context.getBean(Payments.class).meanwhile =
                  () -> meanwhile.add(shown(context).toString());

              deliver(context, "P-1");

              assertThat(meanwhile)
                  .containsExactly(
                      "{\"consumers\":{\"payments\":{\"method\":\"Payments.pay\",\"running\":1,"
                          + "\"records\":{\"held\":1,\"halfDone\":0,\"failed\":0,"
                          + "\"oldest\":\"2026-01-02T03:04:05.678Z\"}}}}");
              assertThat(shown(context).at("/consumers/payments/running").asInt()).isZero();
            });
  }

  @Test
  void anEventWhoseRecordHasExpiredWaitsForNobody() {
    application
        .withBean(RecordListing.class, () -> records)
        .run(
            context -> {
              assertThatThrownBy(() -> deliver(context, "bad")).isInstanceOf(HeldException.class);

              clock.advance(Duration.ofDays(20));

              assertThat(shown(context).at("/consumers/payments/records").toString())
                  .contains("\"held\":0")
                  .doesNotContain("oldest");
            });
  }

  @Test
  void withoutAListingTheEndpointShowsWhatRuns() {
    application.run(
        context ->
            assertThat(shown(context).toString())
                .contains("Payments.pay", "\"running\":0")
                .doesNotContain("records"));
  }

  /** Any other type would be written by the application's mapper, with what is null. */
  @Test
  void theEndpointIsWrittenByActuatorsOwnMapper() {
    application.run(
        context ->
            assertThat(context.getBean(OnceEndpoint.class).consumers())
                .isInstanceOf(OperationResponseBody.class));
  }

  @Test
  void aListingThatFailsIsAProblemOfTheRecordsAlone() {
    application
        .withBean(
            RecordListing.class,
            () ->
                (consumer, unreadable) -> {
                  throw new StoreException(
                      StoreException.Kind.MISCONFIGURED,
                      "The table has no index listing",
                      "Add it",
                      null);
                })
        .run(
            context ->
                assertThat(shown(context).toString())
                    .contains("The table has no index listing", "\"running\":0"));
  }

  @Test
  void nothingIsShownThatTheApplicationLeavesOut() {
    application
        .withPropertyValues(
            "management.health.effectivelyonce.enabled=false",
            "management.endpoints.web.exposure.include=health")
        .run(
            context ->
                assertThat(context)
                    .doesNotHaveBean(HealthIndicator.class)
                    .doesNotHaveBean(OnceEndpoint.class));
  }

  @Test
  void anApplicationNeedsNeitherActuatorNorMicrometer() {
    application
        .withClassLoader(
            new FilteredClassLoader(
                "org.springframework.boot.actuate",
                "org.springframework.boot.health",
                "dev.effectivelyonce.micrometer"))
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(OnceListeners.class));
  }

  private static void deliver(ApplicationContext context, String payment) throws Exception {
    context.getBean(OnceDeliveries.class).deliver("payments", payment);
  }

  private static JsonNode shown(ApplicationContext context) {
    return JSON.valueToTree(context.getBean(OnceEndpoint.class).consumers());
  }

  private static Optional<Double> count(ApplicationContext context, String name) {
    return Optional.ofNullable(
            context
                .getBean(MeterRegistry.class)
                .find("effectivelyonce." + name)
                .tag("consumer", "payments")
                .counter())
        .map(Counter::count);
  }
}
