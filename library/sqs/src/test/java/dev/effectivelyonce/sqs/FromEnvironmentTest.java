package dev.effectivelyonce.sqs;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** No module on this class path has a store; ReadmeTest of the functions has one that does. */
class FromEnvironmentTest {
  private record Order(String id) {}

  private final SqsConsumerBuilder<Order> consumer =
      SqsConsumer.of(MessageIdentity.of("orders", Order.class, MessageKey.of(Order::id)));

  @Test
  void aStoreThatIsNotOnTheClassPathIsNamedWithTheModuleThatHasOne() {
    assertThatThrownBy(
            () ->
                consumer.fromEnvironment(
                    Map.of(
                        "EFFECTIVELY_ONCE_TABLE", "records",
                        "EFFECTIVELY_ONCE_RETENTION", "P19D",
                        "EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT", "20")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("the class path has none")
        .hasMessageContaining("effectively-once-dynamodb");
  }

  @Test
  void allMissingVariablesAreNamedTogether() {
    assertThatThrownBy(() -> consumer.fromEnvironment(Map.of()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll("EFFECTIVELY_ONCE_TABLE", "EFFECTIVELY_ONCE_RETENTION");
  }
}
