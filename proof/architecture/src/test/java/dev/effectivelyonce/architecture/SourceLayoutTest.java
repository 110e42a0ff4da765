package dev.effectivelyonce.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * google-java-format, on the JDK that compiles the project. Maven's own JVM may be Java 17, whose
 * compiler both google-java-format and palantir-java-format would parse with. There both fail on
 * record patterns ({@code error: '.class' expected}). The formatters that Spotless runs in a JVM of
 * their own are downloaded from places that a build behind a registry mirror does not reach.
 * Spotless keeps what it can do on 17: POMs, import order, trailing blanks, line ends.
 *
 * <p>{@code make format} runs it with {@code -Dformat=apply}, which rewrites instead of failing.
 */
class SourceLayoutTest {
  private final Formatter formatter = new Formatter();
  private final boolean apply = System.getProperty("format", "").equals("apply");

  @Test
  @Tag("full")
  void everySourceIsLaidOutByTheFormatter() {
    assertThat(Project.sources()).as("sources below " + Project.ROOT).hasSizeGreaterThan(50);
    assertLaidOut(Project.sources());
  }

  /** All take a minute. */
  @Test
  void aSourceThatIsNotCommittedYetIsLaidOutByTheFormatter() {
    assertLaidOut(apply ? Project.sources() : Project.uncommittedSources());
  }

  private void assertLaidOut(List<Path> sources) {
    List<Path> others =
        sources.parallelStream()
            .filter(source -> !isLaidOut(source))
            .map(Project.ROOT::relativize)
            .toList();
    assertThat(others).as("sources that `make format` would change").isEmpty();
  }

  private boolean isLaidOut(Path source) {
    try {
      String text = Files.readString(source);
      String formatted =
          formatter.formatSourceAndFixImports(RemoveUnusedImports.removeUnusedImports(text));
      if (apply && !formatted.equals(text)) {
        Files.writeString(source, formatted);
        return true;
      }
      return formatted.equals(text);
    } catch (IOException | FormatterException e) {
      throw new AssertionError(source + " is not to be read: " + e.getMessage(), e);
    }
  }
}
