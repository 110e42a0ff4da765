package dev.effectivelyonce.simulation.guards;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Where each guard was noticed last time: looked at first. A hint that is out of date costs time
 * alone.
 */
record Hints(Map<String, String> byGuard) {
  private static final String FILE =
      "proof/simulation/src/test/resources/dev/effectivelyonce/simulation/guards/hints.txt";
  private static final String BETWEEN = " = ";

  /**
   * Reads them.
   *
   * @param root of the project
   */
  static Hints read(Path root) {
    Path file = root.resolve(FILE);
    try {
      List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
      return new Hints(
          lines.stream()
              .map(line -> line.split(BETWEEN, 2))
              .filter(pair -> pair.length == 2)
              .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1])));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes where guards were noticed. */
  static void write(Path root, List<Catch> caught) throws IOException {
    Path file = root.resolve(FILE);
    Files.createDirectories(file.getParent());
    Files.writeString(
        file,
        caught.stream()
            .map(it -> it.guard().id() + BETWEEN + it.where() + "\n")
            .sorted()
            .collect(Collectors.joining()));
  }

  Optional<String> of(Guard guard) {
    return Optional.ofNullable(byGuard.get(guard.id()));
  }
}
