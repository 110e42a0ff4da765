package dev.effectivelyonce.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.core.store.Listing;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpSettingsTest {
  private static final Map<String, String> LEAST =
      Map.of(EnvironmentVariables.TABLE, "records", EnvironmentVariables.RETENTION, "PT24H");

  @Test
  void theEnvironmentSaysItAll() {
    Map<String, String> environment = new HashMap<>(LEAST);
    environment.put(EnvironmentVariables.LISTING, "OPEN");

    assertThat(HttpSettings.from(environment))
        .isEqualTo(new HttpSettings("records", Duration.ofHours(24), Listing.OPEN));
    assertThat(HttpSettings.from(LEAST).listing()).isEqualTo(Listing.FAILED_AND_HELD);
  }

  @ParameterizedTest
  @CsvSource({
    "EFFECTIVELY_ONCE_TABLE, ''",
    "EFFECTIVELY_ONCE_RETENTION, ' '",
    "EFFECTIVELY_ONCE_RETENTION, a day",
    "EFFECTIVELY_ONCE_LISTING, SOME"
  })
  void whatIsMissingOrMalformedIsNamed(String variable, String value) {
    Map<String, String> environment = new HashMap<>(LEAST);
    environment.put(variable, value);

    assertThatThrownBy(() -> HttpSettings.from(environment))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(variable);
  }
}
