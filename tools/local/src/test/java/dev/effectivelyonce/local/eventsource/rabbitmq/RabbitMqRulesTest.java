package dev.effectivelyonce.local.eventsource.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The list of rules in RABBITMQ.md and their tests are the same. */
class RabbitMqRulesTest {
  private static final Pattern NAMED = Pattern.compile("(?m)^\\|.*\\| `(\\w+\\.\\w+)` \\|$");

  private static final List<Class<?>> TESTS =
      List.of(RabbitMqBatchTest.class, RabbitMqDeliveryIT.class, RabbitMqFailureIT.class);

  @Test
  void eachRuleHasATestAndEachTestARule() throws IOException {
    List<String> named =
        NAMED
            .matcher(Files.readString(Path.of("RABBITMQ.md")))
            .results()
            .map(row -> row.group(1))
            .toList();

    assertThat(named)
        .containsExactlyInAnyOrderElementsOf(
            TESTS.stream().flatMap(RabbitMqRulesTest::testsOf).toList());
  }

  private static Stream<String> testsOf(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> method.isAnnotationPresent(Test.class))
        .map(method -> type.getSimpleName() + "." + method.getName());
  }
}
