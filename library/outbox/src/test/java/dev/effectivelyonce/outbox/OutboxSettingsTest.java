package dev.effectivelyonce.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutboxSettingsTest {
  @Test
  void theVariablesNameTheTableAndItsDestinations() {
    OutboxSettings settings =
        OutboxSettings.from(
            Map.of(
                "EFFECTIVELY_ONCE_OUTBOX_TABLE", "outbox",
                "EFFECTIVELY_ONCE_DESTINATION_fulfilment", "https://sqs.example/1/f",
                "EFFECTIVELY_ONCE_DESTINATION_audit", "arn:aws:events:r:1:event-bus/audit"));

    assertThat(settings)
        .isEqualTo(
            new OutboxSettings(
                "outbox",
                Map.of(
                    "fulfilment", new Destination.Queue("https://sqs.example/1/f"),
                    "audit", new Destination.Bus("arn:aws:events:r:1:event-bus/audit")),
                Duration.ofMinutes(10)));
  }

  @Test
  void aLocalQueueAndNoWaitAtAllAreSettingsToo() {
    OutboxSettings settings =
        OutboxSettings.from(
            Map.of(
                "EFFECTIVELY_ONCE_OUTBOX_TABLE", "outbox",
                "EFFECTIVELY_ONCE_DESTINATION_f", "http://localhost:9324/1/f",
                "EFFECTIVELY_ONCE_OUTBOX_SWEPT_AFTER", "PT0S"));

    assertThat(settings.destinations())
        .containsExactly(Map.entry("f", new Destination.Queue("http://localhost:9324/1/f")));
    assertThat(settings.sweptAfter()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "EFFECTIVELY_ONCE_OUTBOX_TABLE, ' '",
    "EFFECTIVELY_ONCE_DESTINATION_a, queue",
    "EFFECTIVELY_ONCE_DESTINATION_a, arn:aws:sqs:r:1:queue",
    "EFFECTIVELY_ONCE_DESTINATION_a, events:r:1:event-bus/audit",
    "EFFECTIVELY_ONCE_OUTBOX_SWEPT_AFTER, 10 minutes",
    "EFFECTIVELY_ONCE_OUTBOX_SWEPT_AFTER, PT-1S"
  })
  void whatIsMalformedIsNamed(String variable, String value) {
    Map<String, String> environment =
        new HashMap<>(Map.of("EFFECTIVELY_ONCE_OUTBOX_TABLE", "outbox"));
    environment.put(variable, value);

    assertThatThrownBy(() -> OutboxSettings.from(environment))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(variable);
  }
}
