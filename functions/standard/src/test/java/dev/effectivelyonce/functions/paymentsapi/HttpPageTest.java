package dev.effectivelyonce.functions.paymentsapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The code that docs/http.md shows is code that compiles. */
class HttpPageTest {
  private static final Path ROOT = Path.of("../..");
  private static final List<Path> SOURCES =
      List.of(
          Path.of("functions/standard/src/test/java/dev/effectivelyonce/functions/readme"),
          Path.of("functions/standard/src/test/java/dev/effectivelyonce/functions/paymentsapi"),
          Path.of("library/cdk/src/test/java/dev/effectivelyonce/cdk"));
  private static final Pattern BLOCK = Pattern.compile("```java\n(.*?);?\n```", Pattern.DOTALL);

  @Test
  void eachBlockOfJavaIsPartOfASource() throws IOException {
    String sources =
        SOURCES.stream().flatMap(HttpPageTest::texts).collect(Collectors.joining("\n"));
    List<String> blocks =
        BLOCK
            .matcher(Files.readString(ROOT.resolve("docs/http.md")))
            .results()
            .map(it -> withoutLayout(it.group(1)))
            .toList();

    assertThat(blocks).hasSizeGreaterThan(3).allSatisfy(it -> assertThat(sources).contains(it));
  }

  private static Stream<String> texts(Path folder) {
    try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
      return files.filter(Files::isRegularFile).map(HttpPageTest::text).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return withoutLayout(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String withoutLayout(String text) {
    return text.replaceAll("\\s+", "");
  }
}
