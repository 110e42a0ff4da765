package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Commands as they are typed, and what they answer and leave: a file for what belongs together. */
class CommandsTest {
  private static final Path FOLDER = Path.of("src/test/resources/commands");

  @TempDir private Path directory;

  @TestFactory
  @Execution(ExecutionMode.CONCURRENT)
  List<DynamicContainer> commands() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      List<DynamicContainer> all =
          files
              .filter(file -> file.toString().endsWith(".txt"))
              .sorted()
              .map(file -> dynamicContainer(file.getFileName().toString(), scripts(file)))
              .toList();
      assertThat(all).isNotEmpty();
      return all;
    }
  }

  private Stream<DynamicTest> scripts(Path file) {
    return Stream.of(Golden.read(file).split("(?m)^## "))
        .skip(1)
        .map(text -> text.lines().filter(line -> !line.isBlank()).toList())
        .map(lines -> dynamicTest(lines.getFirst(), () -> run(lines.subList(1, lines.size()))));
  }

  private void run(List<String> lines) throws IOException {
    Path own = Files.createTempDirectory(directory, "script");
    boolean isLive = lines.getFirst().equals("live");
    Bench bench = isLive ? Bench.live(own) : Bench.at(own);
    try (Script script = new Script(bench)) {
      script.run(isLive ? lines.subList(1, lines.size()) : lines);
    }
  }
}
