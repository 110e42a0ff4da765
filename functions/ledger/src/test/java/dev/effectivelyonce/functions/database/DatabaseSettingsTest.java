package dev.effectivelyonce.functions.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.functions.database.DatabaseSettings.Authentication;
import dev.effectivelyonce.functions.database.DatabaseSettings.Encryption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseSettingsTest {
  static final Map<String, String> VALID =
      Map.of(
          "EFFECTIVELY_ONCE_DATABASE_HOST", "ledger.example.com",
          "EFFECTIVELY_ONCE_DATABASE_PORT", "5432",
          "EFFECTIVELY_ONCE_DATABASE_NAME", "shop",
          "EFFECTIVELY_ONCE_DATABASE_USER", "ledger");

  @Test
  void encryptsAndChecksTheServerUnlessToldOtherwise() {
    assertThat(DatabaseSettings.from(VALID))
        .isEqualTo(
            new DatabaseSettings(
                "ledger.example.com",
                5432,
                "shop",
                new Authentication.Token("ledger"),
                Encryption.VERIFIED,
                Optional.empty()));
  }

  @Test
  void readsTheSecretInPlaceOfAUser() {
    Map<String, String> environment = with("EFFECTIVELY_ONCE_DATABASE_SECRET", "arn:secret");
    environment.remove("EFFECTIVELY_ONCE_DATABASE_USER");

    assertThat(DatabaseSettings.from(environment).authentication())
        .isEqualTo(new Authentication.Secret("arn:secret"));
  }

  @Test
  void aSecretBesideAUserIsRefused() {
    assertThatThrownBy(
            () -> DatabaseSettings.from(with("EFFECTIVELY_ONCE_DATABASE_SECRET", "arn:secret")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("Set one of them");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "EFFECTIVELY_ONCE_DATABASE_HOST",
        "EFFECTIVELY_ONCE_DATABASE_PORT",
        "EFFECTIVELY_ONCE_DATABASE_NAME",
        "EFFECTIVELY_ONCE_DATABASE_USER"
      })
  void aMissingVariableFailsAtStartAndIsNamed(String variable) {
    Map<String, String> environment = new HashMap<>(VALID);
    environment.remove(variable);

    assertThatThrownBy(() -> DatabaseSettings.from(environment))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(variable);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "65536", "-1", "many"})
  void aPortThatIsNoneIsRefused(String port) {
    assertThatThrownBy(() -> DatabaseSettings.from(with("EFFECTIVELY_ONCE_DATABASE_PORT", port)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("Set the database's port");
  }

  @Test
  void anUnknownEncryptionIsRefused() {
    assertThatThrownBy(() -> DatabaseSettings.from(with("DATABASE_TLS", "some")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("VERIFIED");
  }

  private static Map<String, String> with(String name, String value) {
    Map<String, String> environment = new HashMap<>(VALID);
    environment.put(name, value);
    return environment;
  }
}
