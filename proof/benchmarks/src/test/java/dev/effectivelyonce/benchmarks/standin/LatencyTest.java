package dev.effectivelyonce.benchmarks.standin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LatencyTest {
  private static final int SAMPLES = 10_000;

  private final Latency latency = new Latency(1);

  @ParameterizedTest
  @CsvSource({"1, 7.55, 13.2", "5, 8.14, 15.4", "25, 10.2, 18.0"})
  void aRequestTakesAsLongAsPublished(int items, double p50, double p95) {
    List<Double> millis = sorted(Stream.generate(() -> latency.request(items)));

    assertThat(at(millis, 0.5)).isCloseTo(p50, withinPercentage(5));
    assertThat(at(millis, 0.95)).isCloseTo(p95, withinPercentage(20));
  }

  @ParameterizedTest
  @CsvSource({"5, 25.3, 36.4", "25, 32.1, 47.2"})
  void aTransactionTakesAsLongAsPublished(int items, double p50, double p95) {
    List<Double> millis = sorted(Stream.generate(() -> latency.transaction(items)));

    assertThat(at(millis, 0.5)).isCloseTo(p50, withinPercentage(5));
    assertThat(at(millis, 0.95)).isCloseTo(p95, withinPercentage(20));
  }

  private static List<Double> sorted(Stream<Duration> durations) {
    return durations.limit(SAMPLES).map(it -> it.toNanos() / 1e6).sorted().toList();
  }

  private static double at(List<Double> sorted, double share) {
    return sorted.get((int) (share * sorted.size()));
  }
}
