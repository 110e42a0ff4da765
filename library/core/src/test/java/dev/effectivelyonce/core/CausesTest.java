package dev.effectivelyonce.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CausesTest {
  private final IllegalStateException first = new IllegalStateException();

  @Test
  void theExceptionIsFirstAndWhatCausedItFollows() {
    Exception second = new Exception(first);

    assertThat(Causes.of(new Error(second)).skip(1)).containsExactly(second, first);
    assertThat(Causes.of(first)).containsExactly(first);
  }

  @Test
  void aCircleEnds() {
    first.initCause(new Exception(first));

    assertThat(Causes.of(first)).startsWith(first).hasSizeLessThan(1000);
  }

  @Test
  void aCauseThatIsNotToldIsNone() {
    IllegalStateException untold =
        new IllegalStateException() {
          @Override
          public synchronized Throwable getCause() {
            throw new StackOverflowError();
          }
        };

    assertThat(Causes.of(new Exception(untold)).skip(1)).containsExactly(untold);
  }
}
