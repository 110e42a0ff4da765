package dev.effectivelyonce.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FiguresInDocumentTest {
  private static final String DOCUMENT =
      """
      Before.
      <!-- figures: latency -->
      old
      <!-- end -->
      Between.
      <!-- figures: sizes -->
      kept
      <!-- end -->
      """;

  @Test
  void figuresOfARunReplaceThoseOfTheLast() {
    String replaced = FiguresInDocument.replaced(DOCUMENT, Map.of("latency", "| $1 \\ |\n"));

    assertThat(replaced)
        .isEqualTo(
            """
            Before.
            <!-- figures: latency -->
            | $1 \\ |
            <!-- end -->
            Between.
            <!-- figures: sizes -->
            kept
            <!-- end -->
            """);
  }
}
