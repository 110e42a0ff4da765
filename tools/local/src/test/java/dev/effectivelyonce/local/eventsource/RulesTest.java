package dev.effectivelyonce.local.eventsource;

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
import org.junit.jupiter.params.provider.CsvSource;

/** The lists of rules in KAFKA.md and RABBITMQ.md and their tests are the same. */
class RulesTest {
  private static final Pattern NAMED = Pattern.compile("(?m)^\\|.*\\| `(\\w+\\.\\w+)` \\|$");

  @ParameterizedTest
  @CsvSource({"KAFKA.md, kafka", "RABBITMQ.md, rabbitmq"})
  void eachRuleHasATestAndEachTestARule(Path page, String tests) throws IOException {
    List<String> named =
        NAMED.matcher(Files.readString(page)).results().map(row -> row.group(1)).toList();

    assertThat(named)
        .isNotEmpty()
        .containsExactlyInAnyOrderElementsOf(
            named.stream()
                .map(test -> test.replaceFirst("\\..*", ""))
                .distinct()
                .flatMap(type -> testsOf(tests, type))
                .toList());
  }

  private static Stream<String> testsOf(String tests, String type) {
    try {
      Class<?> found = Class.forName(RulesTest.class.getPackageName() + "." + tests + "." + type);
      return Arrays.stream(found.getDeclaredMethods())
          .filter(
              method ->
                  method.isAnnotationPresent(Test.class)
                      || method.isAnnotationPresent(ParameterizedTest.class))
          .map(method -> type + "." + method.getName());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }
}
