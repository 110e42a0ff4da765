package dev.effectivelyonce.sqs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.retry.Backoff;
import dev.effectivelyonce.core.store.Listing;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LambdaSettingsTest {
  private final Map<String, String> environment =
      new HashMap<>(
          Map.of(
              "EFFECTIVELY_ONCE_TABLE", "idempotency",
              "EFFECTIVELY_ONCE_RETENTION", "PT456H",
              "EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT", "5"));

  @Test
  void readsTheEnvironment() {
    assertThat(LambdaSettings.from(environment))
        .isEqualTo(
            new LambdaSettings(
                "idempotency",
                Duration.ofDays(19),
                5,
                ConsumerMode.ENFORCE,
                Listing.FAILED_AND_HELD));
  }

  @Test
  void readsWhichRecordsAreListed() {
    environment.put("EFFECTIVELY_ONCE_LISTING", "OPEN");
    assertThat(LambdaSettings.from(environment).listing()).isEqualTo(Listing.OPEN);
  }

  @Test
  void readsTheLeaseOfTheHeartbeat() {
    assertThat(LambdaSettings.from(environment).heartbeat()).isEmpty();
    environment.put("EFFECTIVELY_ONCE_HEARTBEAT", "PT1M");

    assertThat(LambdaSettings.from(environment).heartbeat()).contains(Duration.ofMinutes(1));

    environment.put("EFFECTIVELY_ONCE_HEARTBEAT", "a minute");
    assertRefused("EFFECTIVELY_ONCE_HEARTBEAT", "a minute");
  }

  @Test
  void readsWhatTheConsumerSurvivesAndHow() {
    assertThat(LambdaSettings.from(environment).backoff()).isEqualTo(Backoff.standard());
    assertThat(LambdaSettings.from(environment).outageTolerance()).isEmpty();
    environment.put("EFFECTIVELY_ONCE_BACKOFF_FIRST", "PT4S");
    environment.put("EFFECTIVELY_ONCE_BACKOFF_LONGEST", "PT1M");
    environment.put("EFFECTIVELY_ONCE_OUTAGE_TOLERANCE", "PT30M");

    LambdaSettings settings = LambdaSettings.from(environment);

    assertThat(settings.backoff())
        .isEqualTo(new Backoff(Duration.ofSeconds(4), Duration.ofMinutes(1)));
    assertThat(settings.outageTolerance()).contains(Duration.ofMinutes(30));
  }

  @Test
  void readsWhereFinalFailuresGo() {
    assertThat(LambdaSettings.from(environment).deadLetterQueueUrl()).isEmpty();
    environment.put("EFFECTIVELY_ONCE_DEAD_LETTER_QUEUE_URL", "");
    assertThat(LambdaSettings.from(environment).deadLetterQueueUrl()).isEmpty();
    environment.put("EFFECTIVELY_ONCE_DEAD_LETTER_QUEUE_URL", "https://sqs/1/dead");

    assertThat(LambdaSettings.from(environment).deadLetterQueueUrl())
        .contains("https://sqs/1/dead");
  }

  @ParameterizedTest
  @EnumSource
  void readsTheMode(ConsumerMode mode) {
    environment.put("EFFECTIVELY_ONCE_MODE", mode.name());

    assertThat(LambdaSettings.from(environment).mode()).isEqualTo(mode);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "EFFECTIVELY_ONCE_TABLE",
        "EFFECTIVELY_ONCE_RETENTION",
        "EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT"
      })
  void namesAVariableThatIsMissingOrBlankAndTheRemedyInOneLine(String variable) {
    environment.remove(variable);
    assertRefused(variable, "is missing");
    environment.put(variable, " ");
    assertRefused(variable, "is missing");
  }

  @ParameterizedTest
  @CsvSource({
    "EFFECTIVELY_ONCE_RETENTION, 19 days",
    "EFFECTIVELY_ONCE_RETENTION, P-19D",
    "EFFECTIVELY_ONCE_RETENTION, PT0S",
    "EFFECTIVELY_ONCE_RETENTION, P99999999999999999D",
    "EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT, five",
    "EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT, 0",
    "EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT, -1",
    "EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT, 99999999999",
    "EFFECTIVELY_ONCE_BACKOFF_FIRST, 2 s",
    "EFFECTIVELY_ONCE_BACKOFF_LONGEST, PT0S",
    "EFFECTIVELY_ONCE_OUTAGE_TOLERANCE, half an hour",
    "EFFECTIVELY_ONCE_MODE, observe",
    "EFFECTIVELY_ONCE_MODE, OFF",
    "EFFECTIVELY_ONCE_MODE, ''",
    "EFFECTIVELY_ONCE_LISTING, open",
    "EFFECTIVELY_ONCE_LISTING, ' '"
  })
  void namesAVariableThatIsMalformedItsValueAndTheRemedy(String variable, String value) {
    environment.put(variable, value);
    assertRefused(variable, "\"" + value + "\"");
  }

  private void assertRefused(String variable, String problem) {
    assertThatThrownBy(() -> LambdaSettings.from(environment))
        .isInstanceOf(ConfigurationException.class)
        .message()
        .contains(variable, problem, "Set ")
        .hasLineCount(1);
  }
}
