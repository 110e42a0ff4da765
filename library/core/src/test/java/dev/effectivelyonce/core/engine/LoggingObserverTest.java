package dev.effectivelyonce.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.Samples;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.record.ErrorSummary;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoggingObserverTest {
  private final LoggingObserver observer = new LoggingObserver();

  @Test
  void aLineHasEveryFieldAndNotTheKey() {
    assertThat(logged(transition(Transition.Kind.RELEASED, Optional.of(new ErrorSummary("busy")))))
        .contains(
            "consumer=orders",
            "keyHash=" + Samples.ID.keyHash(),
            "attempt=2",
            "owner=first",
            "outcome=RELEASED",
            "elapsedMillis=1250",
            "why=busy")
        .doesNotContain("o-1001");
  }

  @Test
  void withoutAReasonThereIsNoField() {
    assertThat(logged(transition(Transition.Kind.EXECUTED, Optional.empty())))
        .startsWith("INFO dev.effectivelyonce EXECUTED ")
        .doesNotContain("why");
  }

  @ParameterizedTest
  @CsvSource({
    "CLAIMED, DEBUG",
    "TAKEN_OVER, DEBUG",
    "WOULD_SKIP, INFO",
    "EXECUTED, INFO",
    "DUPLICATE, INFO",
    "IN_FLIGHT, INFO",
    "RELEASED, INFO",
    "NOT_STARTED, INFO",
    "FAILED, WARN",
    "ALREADY_FAILED, WARN",
    "HELD, WARN",
    "KEY_REUSED, WARN",
    "SUPERSEDED, WARN",
    "STORE_FAILED, WARN",
    "UNRECORDED, WARN"
  })
  void whatNeedsSomeonesAttentionIsAWarning(Transition.Kind kind, String level) {
    assertThat(logged(transition(kind, Optional.empty()))).startsWith(level + " ");
  }

  private String logged(Transition transition) {
    try (CapturedLog log = CapturedLog.of("dev.effectivelyonce")) {
      observer.observe(transition);
      assertThat(log.lines()).hasSize(1);
      return log.lines().getFirst();
    }
  }

  private static Transition transition(Transition.Kind kind, Optional<ErrorSummary> why) {
    return new Transition(
        kind,
        new ConsumerName("orders"),
        Samples.ID,
        Samples.FIRST,
        2,
        Samples.NOW,
        Duration.ofMillis(1250),
        Optional.empty(),
        why);
  }
}
