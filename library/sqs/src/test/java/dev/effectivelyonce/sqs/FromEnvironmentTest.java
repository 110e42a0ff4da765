package dev.effectivelyonce.sqs;

import static dev.effectivelyonce.core.Refusals.assertMistake;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** No module on this class path has a store; ReadmeTest of the functions has one that does. */
class FromEnvironmentTest {
  private record Order(String id) {}

  private final SqsConsumerBuilder<Order> consumer =
      SqsConsumer.of(MessageIdentity.of("orders", Order.class, MessageKey.of(Order::id)));

  @Test
  void aStoreThatIsNotOnTheClassPathIsNamedWithTheModuleThatHasOne() {
    assertMistake(
        () ->
            consumer.fromEnvironment(
                Map.of(
                    "EFFECTIVELY_ONCE_TABLE", "records",
                    "EFFECTIVELY_ONCE_RETENTION", "P19D",
                    "EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT", "20")),
        "the class path has none",
        "effectively-once-dynamodb");
  }

  @Test
  void allMissingVariablesAreNamedTogether() {
    assertMistake(
        () -> consumer.fromEnvironment(Map.of()),
        "EFFECTIVELY_ONCE_TABLE",
        "EFFECTIVELY_ONCE_RETENTION");
  }
}
