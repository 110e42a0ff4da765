package dev.effectivelyonce.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class DynamoDbClientsTest {
  @Test
  void aCallAndItsAttemptsAreBounded() {
    CallBounds bounds = new CallBounds(Duration.ofSeconds(2), Duration.ofMillis(700), 2);
    try (DynamoDbClient client = LocalDynamoDb.client(URI.create("http://127.0.0.1:1"), bounds)) {
      ClientOverrideConfiguration settings =
          client.serviceClientConfiguration().overrideConfiguration();

      assertThat(settings.apiCallTimeout()).contains(Duration.ofSeconds(2));
      assertThat(settings.apiCallAttemptTimeout()).contains(Duration.ofMillis(700));
      assertThat(settings.retryStrategy().map(RetryStrategy::maxAttempts)).contains(2);
    }
  }

  @Test
  void theDefaultBoundsEndBeforeAFunctionOfFiveSecondsDoes() {
    assertThat(CallBounds.forLambda().call()).isLessThan(Duration.ofSeconds(5));
  }

  @Test
  void anAttemptThatOutlastsItsCallIsRefused() {
    assertThatThrownBy(() -> new CallBounds(Duration.ofSeconds(1), Duration.ofSeconds(2), 1))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("PT2S")
        .hasMessageContaining("PT1S");
  }

  @Test
  void boundsThatAllowNothingAreRefused() {
    assertThatThrownBy(() -> new CallBounds(Duration.ofSeconds(1), Duration.ZERO, 1))
        .isInstanceOf(ConfigurationException.class);
    assertThatThrownBy(() -> new CallBounds(Duration.ofSeconds(1), Duration.ofSeconds(1), 0))
        .isInstanceOf(ConfigurationException.class);
  }
}
