package dev.effectivelyonce.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.sqs.LambdaSettings;
import dev.effectivelyonce.streams.Bench.Click;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class StreamConsumerBuilderTest {
  private final Bench bench = new Bench();

  @Test
  void whatIsMissingIsNamed() {
    StreamConsumerBuilder<Click> builder = StreamConsumer.of(Bench.clicks());
    missing(builder, "onAbandonedClaim, retention, store, handler, parking");
    missing(builder.onAbandonedClaim(AbandonedClaimPolicy.RERUN), "retention");
    missing(builder.retention(Duration.ofDays(1)), "store");
    missing(builder.store(bench.store), "handler");
    missing(builder.handler((click, delivery) -> HandlerResult.completed()), "parking");

    assertThat(builder.parking((message, deadline) -> {}).build()).isNotNull();
  }

  @Test
  void whatIsOutOfRangeIsNamed() {
    refused("leaseMargin", it -> it.leaseMargin(Duration.ofMinutes(16)));
    refused("reserve", it -> it.reserve(Duration.ofSeconds(-1)));
    refused("concurrency", it -> it.concurrency(0));
    refused("maxAttempts", it -> it.maxAttempts(0));
    refused("claims", it -> it.claims(ClaimMode.SINGLE_SHOT).heartbeat(Duration.ofSeconds(10)));
  }

  @Test
  void theEnvironmentSetsAttemptsAndRefusesAnotherConsumersName() {
    Map<String, String> environment =
        new HashMap<>(
            Map.of(
                "EFFECTIVELY_ONCE_TABLE", "records",
                "EFFECTIVELY_ONCE_RETENTION", "P19D",
                "EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT", "2"));
    bench.on("a", HandlerResult.retry("not now"));
    StreamConsumer<?> consumer =
        bench.consumer().settings(LambdaSettings.from(environment)).build();

    assertThat(bench.reported(consumer, Records.click(1, "c", "a"))).isEmpty();
    assertThat(bench.ran()).hasSize(2);
    assertThat(bench.parkedPositions()).containsExactly("1");

    environment.put("EFFECTIVELY_ONCE_CONSUMER", "another");
    refused("another", it -> it.settings(LambdaSettings.from(environment)));
  }

  private static void missing(StreamConsumerBuilder<Click> builder, String setting) {
    assertThatThrownBy(builder::build)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("has no " + setting);
  }

  private void refused(String text, UnaryOperator<StreamConsumerBuilder<Click>> change) {
    assertThatThrownBy(() -> change.apply(bench.consumer()).build())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(text);
  }
}
