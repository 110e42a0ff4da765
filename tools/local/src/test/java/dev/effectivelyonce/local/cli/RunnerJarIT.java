package dev.effectivelyonce.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.fixture.TestStack;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The runner as a user starts it: its jar beside lib/, from a folder that is no project. */
class RunnerJarIT {
  private static final Path RUNNER = Path.of("target", "runner").toAbsolutePath();

  @Test
  void theJarRunsAStackUntilItIsStopped(@TempDir Path folder) throws Exception {
    Path cdkOut = Files.createDirectory(folder.resolve("cdk.out"));
    TestStack.in(cdkOut).write();
    Process runner = start(folder, "--template", "cdk.out", "--stack", "Test");
    try (BufferedReader out = runner.inputReader(UTF_8)) {
      List<String> greeting = readUntil(out, "Ctrl-C stops it. Nothing is kept.");
      assertThat(greeting).contains("The stack Test is running.");
      assertThat(greeting).filteredOn(it -> it.contains("restricted method")).isEmpty();

      // By its handle: the process itself would close the stream, too.
      assertThat(runner.toHandle().destroy()).isTrue();

      assertThat(out.lines()).contains("Stopped.");
      runner.waitFor();
      assertThat(cdkOut.resolve("effectively-once-local/Test/outputs.json")).exists();
      assertThat(folder).isDirectoryNotContaining("glob:**/tools");
    } finally {
      runner.destroyForcibly();
    }
  }

  @Test
  void withoutATemplateItSaysWhatToName(@TempDir Path folder) throws Exception {
    Process runner = start(folder, "--template=nowhere", "--stack=Test");

    assertThat(runner.inputReader(UTF_8).lines().toList().getLast())
        .startsWith("No template at " + folder.resolve("nowhere/Test.template.json"))
        .contains("--template and --stack");
    assertThat(runner.waitFor()).isNotZero();
  }

  private static Process start(Path folder, String... arguments) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return new ProcessBuilder(
            Stream.concat(Stream.of(java, "-jar", jar().toString()), Stream.of(arguments)).toList())
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .start();
  }

  private static Path jar() throws IOException {
    try (Stream<Path> files = Files.list(RUNNER)) {
      return files.filter(it -> it.toString().endsWith(".jar")).findFirst().orElseThrow();
    }
  }

  private static List<String> readUntil(BufferedReader out, String last) throws IOException {
    List<String> lines = new ArrayList<>();
    while (!lines.contains(last)) {
      String line = out.readLine();
      assertThat(line).as("after %s", lines).isNotNull();
      lines.add(String.valueOf(line));
    }
    return lines;
  }
}
