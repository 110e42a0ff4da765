package dev.effectivelyonce.simulation.guards;

import dev.effectivelyonce.simulation.guards.Guard.Catcher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tables of guards, as markdown: of those that were tried, and as the page has them. */
final class GuardTable {
  private static final String HEAD =
      """
      | guard | without it | noticed by | where | steps | failed |
      |---|---|---|---|---:|---|
      """;

  /** Where the tables are. */
  static final String PAGE = "docs/proof-guards.md";

  private static final int COLUMNS = 6;
  private static final String FROM = "<!-- guards -->\n";
  private static final String TO = "<!-- end of guards -->";

  private GuardTable() {}

  /** Puts the tables between their marks in the page. */
  static void record(Path page, List<Catch> caught) throws IOException {
    String text = Files.readString(page);
    Files.writeString(
        page,
        text.substring(0, text.indexOf(FROM) + FROM.length())
            + of(caught)
            + text.substring(text.indexOf(TO)));
  }

  /**
   * Where each guard was noticed last time: looked at first. What is out of date there only costs
   * time.
   *
   * @param root of the project
   */
  static Map<String, String> whereNoticed(Path root) {
    try {
      return Files.readAllLines(root.resolve(PAGE)).stream()
          .map(line -> line.split(" \\| "))
          .filter(cells -> cells.length == COLUMNS)
          .collect(
              Collectors.toMap(
                  cells -> cells[0].substring(2), cells -> cells[3], (first, again) -> first));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String of(List<Catch> caught) {
    return caught.stream()
        .collect(
            Collectors.groupingBy(
                it -> it.guard().part(),
                LinkedHashMap::new,
                Collectors.mapping(GuardTable::line, Collectors.joining())))
        .entrySet()
        .stream()
        .map(part -> "### " + part.getKey() + "\n\n" + HEAD + part.getValue() + "\n")
        .collect(Collectors.joining());
  }

  private static String line(Catch one) {
    Guard guard = one.guard();
    return "| %s | %s | %s | %s | %s | %s |%n"
        .formatted(
            guard.id(),
            guard.protects(),
            by(guard.catcher()),
            one.where(),
            one.steps(),
            Stream.of(Optional.of(one.promise()), why(guard.catcher()))
                .flatMap(Optional::stream)
                .collect(Collectors.joining("; ")));
  }

  /** Who notices, in a word. */
  private static String by(Catcher catcher) {
    return switch (catcher) {
      case Catcher.Exploration() -> "exploration";
      case Catcher.Simulation ignored -> "simulation";
      case Catcher.Tests ignored -> "tests";
    };
  }

  private static Optional<String> why(Catcher catcher) {
    return catcher instanceof Catcher.Tests(String tests, String why)
        ? Optional.of(why)
        : Optional.empty();
  }
}
