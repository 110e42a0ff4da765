package dev.effectivelyonce.core;

import static dev.effectivelyonce.core.Refusals.assertMistake;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class EnvironmentVariablesTest {
  @Test
  void givesTheValueAsItIs() {
    assertThat(EnvironmentVariables.required(Map.of("TABLE", " records"), "TABLE"))
        .isEqualTo(" records");
  }

  @Test
  void namesWhatIsMissingOrBlankAndTheRemedy() {
    assertMissing(Map.of());
    assertMissing(Map.of("TABLE", " "));
  }

  @Test
  void oneErrorNamesAllThatAreMissingOrBlank() {
    Map<String, String> environment = Map.of("TABLE", "records", "MODE", " ");

    assertMistake(
        () -> EnvironmentVariables.requireAll(environment, "TABLE", "RETENTION", "MODE"),
        "The environment variables RETENTION, MODE are missing.");
    assertThatThrownBy(() -> EnvironmentVariables.requireAll(environment, "TABLE", "MODE"))
        .hasMessageContaining("The environment variable MODE is missing.");
    EnvironmentVariables.requireAll(environment, "TABLE");
  }

  private static void assertMissing(Map<String, String> environment) {
    assertThatThrownBy(() -> EnvironmentVariables.required(environment, "TABLE"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "The environment variable TABLE is missing."
                + " Set it on the function; Lambda or the stack's constructs do.");
  }
}
