package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** README asks for Maven on Java 17, which is then the Java in the path too. */
class FindJavaTest {
  private static final Path SCRIPT = Path.of("src/main/launcher/find-java");
  private static final Path CURRENT = Path.of(System.getProperty("java.home"));

  @Test
  void aJavaThatIsTooOldIsPassedOverForTheNextOne(@TempDir Path old) throws Exception {
    Path java = jdk(old, "17.0.15");

    assertThat(found(old, CURRENT)).isEqualTo(CURRENT.resolve("bin/java").toString());
    assertThat(found(CURRENT, old)).isEqualTo(CURRENT.resolve("bin/java").toString());
    jdk(old, "21");
    assertThat(found(old, CURRENT)).isEqualTo(java.toString());
  }

  /** Makes what a JDK has of the version; nothing in it runs. */
  private static Path jdk(Path home, String version) throws IOException {
    Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"%s\"\n".formatted(version));
    return java;
  }

  private static String found(Path javaHome, Path inPath) throws Exception {
    ProcessBuilder shell =
        new ProcessBuilder("sh", "-c", ". \"$0\" && echo \"$java\"", SCRIPT.toString())
            .redirectErrorStream(true);
    shell
        .environment()
        .putAll(
            Map.of(
                "JAVA_HOME",
                javaHome.toString(),
                "PATH",
                inPath.resolve("bin") + ":/usr/bin:/bin"));
    Process process = shell.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output.strip();
  }
}
