package dev.effectivelyonce.local.eventsource.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** The list of rules in KAFKA.md and their tests are the same. */
class KafkaRulesTest {
  private static final Pattern NAMED = Pattern.compile("(?m)^\\|.*\\| `(\\w+\\.\\w+)` \\|$");

  private static final List<Class<?>> TESTS =
      List.of(
          KafkaDeliveryTest.class,
          KafkaFailureTest.class,
          KafkaBatchResponseTest.class,
          KafkaDestinationTest.class,
          KafkaRebalanceTest.class);

  @Test
  void eachRuleHasATestAndEachTestARule() throws IOException {
    List<String> named =
        NAMED
            .matcher(Files.readString(Path.of("KAFKA.md")))
            .results()
            .map(row -> row.group(1))
            .toList();

    assertThat(named)
        .containsExactlyInAnyOrderElementsOf(
            TESTS.stream().flatMap(KafkaRulesTest::testsOf).toList());
  }

  private static Stream<String> testsOf(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(
            method ->
                method.isAnnotationPresent(Test.class)
                    || method.isAnnotationPresent(ParameterizedTest.class))
        .map(method -> type.getSimpleName() + "." + method.getName());
  }
}
