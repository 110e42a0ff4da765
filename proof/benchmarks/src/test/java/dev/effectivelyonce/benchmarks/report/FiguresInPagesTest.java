package dev.effectivelyonce.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.contentOf;

import dev.effectivelyonce.benchmarks.run.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FiguresInPagesTest {
  private static final String CLAIM =
      """
      Before.
      <!-- figures: targets -->
      old
      <!-- end -->
      """;

  private static final String TABLES =
      """
      <!-- figures: latency -->
      old
      <!-- end -->
      Between.
      <!-- figures: sizes -->
      kept
      <!-- end -->
      """;

  @TempDir private Path docs;

  @BeforeEach
  void writePages() throws IOException {
    Files.writeString(docs.resolve("claim.md"), CLAIM);
    Files.writeString(docs.resolve("tables.md"), TABLES);
  }

  @Test
  void figuresOfARunReplaceThoseOfTheLastInThePageThatHasThem() throws IOException {
    FiguresInPages.write(docs, Map.of("latency", "| $1 \\ |\n", "targets", "met\n"));

    assertThat(docs.resolve("claim.md")).hasContent(CLAIM.replace("old", "met"));
    assertThat(docs.resolve("tables.md")).hasContent(TABLES.replace("old", "| $1 \\ |"));
  }

  @Test
  void figuresWithoutAPlaceAreToldAndNothingIsWritten() throws IOException {
    Map<String, String> figures = Map.of("targets", "met\n", "commits", "| |\n");

    assertThatThrownBy(() -> FiguresInPages.write(docs, figures)).hasMessageContaining("[commits]");

    assertThat(docs.resolve("claim.md")).hasContent(CLAIM);
  }

  @Test
  void eachPartHasItsPlaceInTheDocumentation() {
    Path pages = Path.of("..", "..", "docs");

    assertThat(Part.values())
        .extracting(part -> "<!-- figures: " + part.place() + " -->\n")
        .allSatisfy(
            place ->
                assertThat(
                        contentOf(pages.resolve("performance-tables.md").toFile())
                            + contentOf(pages.resolve("completed-cache.md").toFile()))
                    .containsOnlyOnce(place));
  }
}
