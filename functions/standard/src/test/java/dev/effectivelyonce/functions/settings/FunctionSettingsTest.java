package dev.effectivelyonce.functions.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.functions.simulation.SimulatedFaults;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FunctionSettingsTest {
  private static final Map<String, String> VALID =
      Map.of(
          "EFFECTIVELY_ONCE_TABLE", "records",
          "EFFECTIVELY_ONCE_RETENTION", "P19D",
          "EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT", "3",
          "ON_ABANDONED_CLAIM", "HOLD",
          "SIMULATE", "on",
          "ORDERS_TABLE", "orders",
          "AWS_LAMBDA_FUNCTION_NAME", "orders-dev");

  @Test
  void readsWhatTheStackSets() {
    FunctionSettings settings = FunctionSettings.from(VALID);

    assertThat(settings.onAbandonedClaim()).isEqualTo(AbandonedClaimPolicy.HOLD);
    assertThat(settings.faults()).isEqualTo(SimulatedFaults.ON);
    assertThat(settings.table("ORDERS_TABLE")).isEqualTo("orders");
    assertThat(settings.functionName()).isEqualTo("orders-dev");
    assertThat(settings.lambda().tableName()).isEqualTo("records");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "EFFECTIVELY_ONCE_TABLE",
        "EFFECTIVELY_ONCE_RETENTION",
        "EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT",
        "ON_ABANDONED_CLAIM",
        "SIMULATE"
      })
  void aMissingVariableFailsAtStartAndIsNamed(String variable) {
    Map<String, String> environment = new HashMap<>(VALID);
    environment.remove(variable);

    assertThatThrownBy(() -> FunctionSettings.from(environment))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("The environment variable " + variable + " is missing. Set it");
  }

  @ParameterizedTest
  @CsvSource({
    "SIMULATE, yes, 'ON, OFF'",
    "ON_ABANDONED_CLAIM, retry, 'RERUN, HOLD'",
  })
  void anUnknownValueFailsAtStartAndNamesTheChoices(String variable, String value, String choices) {
    Map<String, String> environment = new HashMap<>(VALID);
    environment.put(variable, value);

    assertThatThrownBy(() -> FunctionSettings.from(environment))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "The environment variable %s is \"%s\". Set one of %s."
                .formatted(variable, value, choices));
  }

  @Test
  void aMissingTableFailsAtStart() {
    FunctionSettings settings = FunctionSettings.from(VALID);

    assertThatThrownBy(() -> settings.table("LEDGER_TABLE"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("LEDGER_TABLE is missing");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "payments.example.com", "ftp://payments", "https://a b"})
  void anAddressThatIsNoneFailsAtStart(String value) {
    Map<String, String> environment = new HashMap<>(VALID);
    environment.put("GATEWAY_URL", value);
    FunctionSettings settings = FunctionSettings.from(environment);

    assertThatThrownBy(() -> settings.address("GATEWAY_URL"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("GATEWAY_URL");
  }

  @Test
  void anAddressIsRead() {
    Map<String, String> environment = new HashMap<>(VALID);
    environment.put("GATEWAY_URL", "http://127.0.0.1:8080");

    assertThat(FunctionSettings.from(environment).address("GATEWAY_URL").getPort()).isEqualTo(8080);
  }
}
