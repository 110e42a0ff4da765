package dev.effectivelyonce.tests.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Code that a page shows: what is between two marks of a source. */
public final class PageSamples {
  private static final Path SOURCES = Path.of("src/test/java");
  private static final Path PAGES = Path.of("../../docs");

  private PageSamples() {}

  /** Asserts that the page shows the sample of the class's source. */
  public static void assertShown(String page, Class<?> type, String name) throws IOException {
    String source = Files.readString(SOURCES.resolve(type.getName().replace('.', '/') + ".java"));
    String begin = "  // sample: " + name + "\n";
    int from = source.indexOf(begin) + begin.length();
    String code = source.substring(from, source.indexOf("  // end", from)).stripTrailing();

    assertThat(Files.readString(PAGES.resolve(page)))
        .contains("```java\n" + code.stripIndent() + "\n```\n");
  }
}
