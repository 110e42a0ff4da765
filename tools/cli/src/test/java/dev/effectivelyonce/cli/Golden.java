package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What commands print, in files: programs read it. A change on purpose: run with {@code
 * -Dgolden.write=true}, and review the difference.
 */
final class Golden {
  private static final Path FOLDER = Path.of("src/test/resources/golden");

  private Golden() {}

  static void check(String name, String actual) {
    Path file = FOLDER.resolve(name);
    if (Boolean.getBoolean("golden.write")) {
      try {
        Files.writeString(Files.createDirectories(FOLDER).resolve(name), actual);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    assertThat(actual).isEqualTo(read(file));
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
