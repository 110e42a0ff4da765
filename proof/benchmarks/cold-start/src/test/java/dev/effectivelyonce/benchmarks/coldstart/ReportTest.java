package dev.effectivelyonce.benchmarks.coldstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
  private static final MemorySize MEMORY = new MemorySize(1769);

  @TempDir private Path root;

  @Test
  void aSpreadIsTheMedianAndTheQuartiles() throws IOException {
    Sample sample = sample(variants().getFirst(), 100, 200, 300, 400, 1000);

    assertThat(sample.spread(Start::answered)).isEqualTo("300 (200 to 400)");
  }

  @Test
  void theTargetIsJudgedBySizeAgainstBothPackagesOfPowertools() throws IOException {
    List<Variant> variants = variants();
    List<Sample> samples =
        List.of(
            sample(variants.get(0), 100),
            sample(variants.get(1), 550),
            sample(variants.get(2), 1000),
            sample(variants.get(3), 900));

    assertThat(new Report(Initialization.ON_DEMAND, samples, 10).text())
        .contains("| 1,769 MB, 1.00 CPU | Powertools 1.15.0 | 0.55 | 0.55 | met |")
        .contains("| Powertools, our logging and packaging | 0.61 | 0.61 | not met |")
        .contains("| Effectively Once | 550 (550 to 550) | 275 (275 to 275) |");
  }

  @Test
  void ofARestoreWhatComesAfterTheSnapshotCounts() throws IOException {
    List<Variant> variants = Variant.of(root, Initialization.SNAP_START, "");
    List<Sample> samples =
        List.of(
            sample(variants.get(1), 400),
            sample(variants.get(2), 1000),
            sample(variants.get(3), 800),
            sample(variants.get(4), 600));

    assertThat(new Report(Initialization.SNAP_START, samples, 10).text())
        .contains("| Effectively Once | 200 (200 to 200) | 200 (200 to 200) | 300 (300 to 300) |")
        .contains("| Effectively Once, not primed | 300 (300 to 300) |")
        .contains("| Powertools 1.15.0 | 0.40 | 0.40 | met |");
  }

  private List<Variant> variants() throws IOException {
    List<Variant> variants = Variant.of(root, Initialization.ON_DEMAND, "");
    for (Variant variant : variants) {
      Files.createDirectories(variant.zip().resolveSibling("."));
      Files.writeString(variant.zip(), "zip");
    }
    return variants;
  }

  private static Sample sample(Variant variant, int... answeredMillis) {
    return new Sample(
        MEMORY,
        variant,
        IntStream.of(answeredMillis)
            .mapToObj(Duration::ofMillis)
            .map(
                answered ->
                    new Start(answered.dividedBy(2), answered, answered.dividedBy(4), answered))
            .toList());
  }
}
