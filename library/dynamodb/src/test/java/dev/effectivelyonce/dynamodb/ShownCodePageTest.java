package dev.effectivelyonce.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The code that pages show is code of this build, which other tests here run. */
class ShownCodePageTest {
  private static final Path DOCS = Path.of("../../docs");
  private static final Path SOURCES = Path.of("src/test/java/dev/effectivelyonce/dynamodb");

  /** Each block of the page, or those that begin so, is in the source. */
  @ParameterizedTest
  @CsvSource({
    "effects.md, '', 4, Warehouse",
    "outbox.md, HandlerResult packed, 1, Dispatch",
    "when-no-claim-is-needed.md, '', 5, PlainWrites"
  })
  void everyBlockOfThePageIsCompiled(String page, String begin, int blocks, String source)
      throws IOException {
    String compiled = unindented(Files.readString(SOURCES.resolve(source + ".java")));
    List<String> shown =
        Pattern.compile("```java\n(?!import )(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(DOCS.resolve(page)))
            .results()
            .map(block -> unindented(block.group(1)))
            .filter(block -> block.startsWith(begin))
            .toList();

    assertThat(shown).hasSize(blocks).allSatisfy(block -> assertThat(compiled).contains(block));
  }

  private static String unindented(String text) {
    return text.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  @ParameterizedTest
  @CsvSource({"ConfirmationSampleTest, plain", "BookingSampleTest, commit"})
  void everySampleOfATestIsOnThePageOfTesting(String file, String name) throws IOException {
    String source = Files.readString(SOURCES.resolve(file + ".java"));
    String begin = "// sample: " + name + "\n";
    int from = source.indexOf(begin) + begin.length();
    String sample = source.substring(from, source.indexOf("// end", from)).stripIndent();

    assertThat(Files.readString(DOCS.resolve("testing.md")))
        .contains(sample.stripTrailing() + "\n");
  }
}
