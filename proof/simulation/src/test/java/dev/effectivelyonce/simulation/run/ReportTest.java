package dev.effectivelyonce.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static final Path PAGE =
      Path.of(System.getProperty("project.root", "../.."), "docs/proof-simulation.md");

  @Test
  void aRunPrintsTheTableOfThePage() throws IOException {
    Counts counts = new Counts();
    counts.add("steps", 5_000);
    counts.add("written CLAIM", 1_234);
    counts.add(Fault.DENIED);

    List<String> lines = Report.lines(new Outcome(100, Duration.ofSeconds(2), counts, List.of()));

    assertThat(lines)
        .startsWith(
            "100 histories, 5,000 steps, 0 broken invariants, in 2 s (50 histories a second).")
        .anyMatch(line -> line.contains("| written CLAIM | 1,234 |"))
        .anyMatch(line -> line.contains("| fault DENIED | 1 |"))
        .anyMatch(line -> line.contains("| replay CONTESTED | 0 |"));
    assertThat(Files.readString(PAGE))
        .contains("<!-- million -->\n")
        .contains(String.join("\n", lines.subList(1, 4)) + "\n");
  }
}
