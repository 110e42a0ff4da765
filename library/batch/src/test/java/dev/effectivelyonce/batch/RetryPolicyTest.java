package dev.effectivelyonce.batch;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.retry.Backoff;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RetryPolicyTest {
  private static final ConsumerName ORDERS = new ConsumerName("orders");

  @Test
  void whatCoversLessThanIsStatedIsRefused() {
    assertThatThrownBy(() -> retries(19).check(ORDERS))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("orders")
        .hasMessageContaining("PT30M")
        .hasMessageContaining("PT29M15S");
    assertThatCode(() -> retries(20).check(ORDERS)).doesNotThrowAnyException();
    assertThatCode(() -> retries(19, Duration.parse("PT29M15S")).check(ORDERS))
        .doesNotThrowAnyException();
  }

  private static RetryPolicy retries(int receives) {
    return retries(receives, Duration.ofMinutes(30));
  }

  private static RetryPolicy retries(int receives, Duration stated) {
    return new RetryPolicy(Backoff.standard(), OptionalInt.of(receives), Optional.of(stated));
  }
}
