package dev.effectivelyonce.functions.readme;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import dev.effectivelyonce.core.engine.ObserverProvider;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.once.EffectivelyOnce;
import dev.effectivelyonce.core.store.StoreProvider;
import dev.effectivelyonce.http.HttpApi;
import dev.effectivelyonce.http.HttpApiBuilder;
import dev.effectivelyonce.metrics.MetricsObserver;
import dev.effectivelyonce.metrics.MetricsObserverProvider;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsConsumerBuilder;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.sqs.SqsEvents;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The consumer that README shows needs nothing that it leaves out. */
class ReadmeTest {
  private static final Path ROOT = Path.of("../..");
  private static final Path SOURCES = Path.of("src/test/java/dev/effectivelyonce/functions/readme");
  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "EFFECTIVELY_ONCE_TABLE", "records",
          "EFFECTIVELY_ONCE_RETENTION", "P19D",
          "EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT", "20",
          "AWS_LAMBDA_FUNCTION_NAME", "orders");

  private final String readme = read(ROOT.resolve("README.md"));
  private final String source = read(SOURCES.resolve("OrdersHandler.java"));

  @Test
  void theEnvironmentGivesTheConsumerItsStoreAndTheMetricsThatAlarmsNeed() {
    assertThat(source).contains(".fromEnvironment(System.getenv())");
    assertThat(consumer().build()).isNotNull();
    assertThat(new MetricsObserverProvider().observerOf(ENVIRONMENT))
        .isInstanceOf(MetricsObserver.class);
  }

  @Test
  void aStoreThatATestSetsIsTakenInsteadOfTheTable() {
    InMemoryStore store = new InMemoryStore();
    SqsConsumer<Order> consumer = consumer().store(store).build();

    SQSBatchResponse response =
        consumer.handle(
            SqsEvents.of(SqsRecord.of("orders", "m-1").body("{\"orderId\":\"O-1\"}")),
            new TestContext(new ManualClock(), Duration.ofSeconds(30)));

    assertThat(response.getBatchItemFailures()).isEmpty();
    assertThat(store.records()).hasSize(1);
  }

  private static SqsConsumerBuilder<Order> consumer() {
    return SqsConsumer.of(MessageIdentity.of("orders", Order.class, MessageKey.of(Order::orderId)))
        .fromEnvironment(ENVIRONMENT)
        .onAbandonedClaim(RERUN)
        .handler((order, delivery) -> HandlerResult.completed());
  }

  @Test
  void theEnvironmentGivesAnApiAndAPlainFunctionTheirsToo() {
    Map<String, String> environment =
        Map.of(
            "EFFECTIVELY_ONCE_TABLE", "records",
            "EFFECTIVELY_ONCE_RETENTION", "P1D",
            "AWS_LAMBDA_FUNCTION_NAME", "bookings");

    assertThat(
            EffectivelyOnce.of("shipments")
                .fromEnvironment(environment)
                .onAbandonedClaim(RERUN)
                .build())
        .isNotNull();
    HttpApiBuilder api = HttpApi.of("api").fromEnvironment(environment).onAbandonedClaim(RERUN);
    assertThatThrownBy(api::build).hasMessageContaining("The API api has no handler.");
    assertThatThrownBy(
            api.handler((request, attempt) -> HandlerResult.completed())
                    .retention(Duration.ofHours(1))
                ::build)
        .hasMessageContaining("its stack has derived PT24H");
  }

  @Test
  void theDependenciesAreThoseThatTheConsumerFindsInItsEnvironment() {
    assertThat(
            Stream.concat(
                ServiceLoader.load(StoreProvider.class).stream(),
                ServiceLoader.load(ObserverProvider.class).stream()))
        .extracting(it -> it.type().getPackageName().replace("dev.effectivelyonce.", ""))
        .containsExactly("dynamodb", "metrics")
        .allSatisfy(
            it ->
                assertThat(readme)
                    .contains("<artifactId>effectively-once-" + it + "</artifactId>"));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
