package dev.effectivelyonce.functions.readme;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What README and docs/operator.md show compiles, and nothing that it needs is left out. */
class ReadmeTest {
  private static final Path ROOT = Path.of("../..");
  private static final Path SOURCES = Path.of("src/test/java/dev/effectivelyonce/functions/readme");
  private static final Pattern BLOCK =
      Pattern.compile("```java\n(public final class .*?)```", Pattern.DOTALL);
  private static final Pattern OURS = Pattern.compile("import dev\\.effectivelyonce\\.(\\w+)\\.");

  private final String readme = read(ROOT.resolve("README.md"));
  private final String source = read(SOURCES.resolve("OrdersHandler.java"));

  @Test
  void theConsumerIsCodeOfThisBuild() {
    assertThat(BLOCK.matcher(readme).results().map(it -> it.group(1)))
        .singleElement()
        .satisfies(it -> assertThat(source).endsWith(it));
  }

  @Test
  void theReplayFunctionIsCodeOfThisBuild() {
    assertThat(BLOCK.matcher(read(ROOT.resolve("docs/operator.md"))).results())
        .singleElement()
        .satisfies(
            it -> assertThat(read(SOURCES.resolve("ReplayHandler.java"))).endsWith(it.group(1)));
  }

  @Test
  void theConsumerWritesTheMetricsThatAlarmsNeed() {
    assertThat(source).contains(".observer(MetricsObserver.");
  }

  @Test
  void theDependenciesAreThoseOfTheConsumer() {
    assertThat(OURS.matcher(source).results().map((MatchResult it) -> it.group(1)).distinct())
        .filteredOn(module -> !module.equals("core"))
        .hasSizeGreaterThan(1)
        .allSatisfy(
            it ->
                assertThat(readme)
                    .contains("<artifactId>effectively-once-" + it + "</artifactId>"));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
