package dev.effectivelyonce.cdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetrySettingsTest {
  @ParameterizedTest
  @CsvSource({
    "PT30M, PT3M, 20",
    "PT30M, PT30S, 65",
    "PT3S, PT30S, 3",
    "PT1S, PT30S, 3",
    "PT150S, PT30S, 10",
    "PT12H, PT3M, 296"
  })
  void asFewReceivesAsCoverTheOutageEvenWhereNoVisibilityCanBeChanged(
      Duration outage, Duration visibility, int receives) {
    RetrySettings settings = RetrySettings.standard().surviving(outage);

    assertThat(settings.receives(hidden(visibility))).isEqualTo(receives);
    assertThat(settings.problems(source(visibility), hidden(visibility), receives)).isEmpty();
  }

  @Test
  void fewerAreRefusedWithBothNumbersAndTheRemedy() {
    assertThat(
            RetrySettings.standard()
                .problems(source(Duration.ofSeconds(30)), hidden(Duration.ofSeconds(30)), 20))
        .containsExactly(
            "maxReceiveCount is 20: with a backoff from 2 s to 300 s and a visibility timeout of"
                + " 30 s a message survives an outage of 451 s, less than the 1800 s of"
                + " outageTolerance. Set 65 or more where the queue is created (left out here, it"
                + " is derived), lengthen backoff, or lower outageTolerance.");
  }

  @Test
  void whatNoNumberCoversIsRefused() {
    RetrySettings settings = RetrySettings.standard().surviving(Duration.ofDays(2));

    assertThat(
            settings.problems(
                source(Duration.ofMinutes(3)),
                hidden(Duration.ofMinutes(3)),
                settings.receives(hidden(Duration.ZERO))))
        .singleElement()
        .asString()
        .contains("SQS takes no number that is enough: raise visibilityTimeout, lengthen backoff");
  }

  @ParameterizedTest
  @CsvSource({"PT0S, PT5M", "PT5M, PT2S", "PT2S, PT13H"})
  void aBackoffThatSqsCantKeepIsRefused(Duration first, Duration longest) {
    RetrySettings settings = RetrySettings.standard().waiting(first, longest);

    assertThat(settings.problems(source(Duration.ofMinutes(3)), hidden(Duration.ofMinutes(3)), 20))
        .singleElement()
        .asString()
        .startsWith("backoff is from ")
        .endsWith("Set 1 s <= first <= longest <= 12 h.");
  }

  @ParameterizedTest
  @CsvSource({"PT0S", "PT48H0.001S"})
  void anOutageThatTheSourceQueueDoesNotOutlastIsRefused(Duration outage) {
    assertThat(
            RetrySettings.standard()
                .surviving(outage)
                .problems(source(Duration.ofMinutes(3)), hidden(Duration.ofMinutes(3)), 20))
        .singleElement()
        .asString()
        .contains("the source queue deletes them after 4 days. Set 1 s to half of that.");
  }

  @ParameterizedTest
  @CsvSource({
    "PT30M, PT3M, PT15M",
    "PT12H, PT3M, PT15M",
    "PT3S, PT30S, PT1M",
    "PT30M, PT90M, PT3H"
  })
  void theAlarmRingsWhileThereIsTimeAndNotForOneLostProcess(
      Duration outage, Duration visibility, Duration age) {
    assertThat(QueueRules.oldestMessageFor(outage, source(visibility))).isEqualTo(age);
  }

  private static Redelivery hidden(Duration visibility) {
    return new Redelivery(visibility, "visibilityTimeout");
  }

  private static SourceQueueSettings source(Duration visibility) {
    return new SourceQueueSettings(QueueKind.STANDARD, visibility, Duration.ofDays(4));
  }
}
