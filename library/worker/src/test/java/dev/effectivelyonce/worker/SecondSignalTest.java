package dev.effectivelyonce.worker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A process whose stop waits for an hour. */
class SecondSignalTest {
  private static final int BY_SIGTERM = 128 + 15;

  @Test
  void aSignalWithinASecondOfTheFirstIsTheSameAndAClockThatGoesBackHidesNone() {
    Instant first = Instant.EPOCH;

    assertThat(Signals.isRepeated(first, first)).isTrue();
    assertThat(Signals.isRepeated(first, first.plusMillis(999))).isTrue();
    assertThat(Signals.isRepeated(first, first.plusSeconds(1))).isFalse();
    assertThat(Signals.isRepeated(first, first.minusMillis(1))).isFalse();
  }

  @Test
  void aSecondSignalEndsAProcessThatWaitsForItsHandler() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-classpath",
                System.getProperty("java.class.path"),
                HangingProcess.class.getName())
            .redirectErrorStream(true)
            .start();
    try (BufferedReader output = process.inputReader(UTF_8)) {
      assertThat(output.lines().anyMatch(HangingProcess.RUNS::equals)).isTrue();
      // The first one begins a stop, which no one outside can see.
      int signals = 0;
      do {
        process.destroy();
        signals++;
        assertThat(signals).as("signals in two minutes").isLessThan(240);
      } while (!process.waitFor(500, TimeUnit.MILLISECONDS));

      assertThat(signals).isGreaterThan(1);
      assertThat(process.exitValue()).isEqualTo(BY_SIGTERM);
    } finally {
      process.destroyForcibly();
    }
  }
}
