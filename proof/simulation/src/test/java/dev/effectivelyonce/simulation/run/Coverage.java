package dev.effectivelyonce.simulation.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How often everything happened in a run that was recorded. Another has to have a quarter of that,
 * in proportion to its histories: what does not happen proves nothing. A line is a label, its
 * count, and why it is 0 if it is.
 */
record Coverage(long histories, Map<String, Line> lines) {
  /** What a run is recorded in. */
  static final Path FILE =
      Path.of("src/test/resources/dev/effectivelyonce/simulation/run/coverage.txt");

  private static final String HISTORIES = "histories";
  private static final String BETWEEN = " = ";
  private static final int GENEROUS = 4;

  /** What was recorded of one label. */
  record Line(long times, Optional<String> why) {
    static Line of(String text) {
      String[] parts = text.split(": ", 2);
      return new Line(
          Long.parseLong(parts[0]), parts.length > 1 ? Optional.of(parts[1]) : Optional.empty());
    }

    String text() {
      return times + why.map(it -> ": " + it).orElse("");
    }
  }

  static Coverage read() throws IOException {
    Map<String, Line> lines = new TreeMap<>();
    for (String line : Files.readAllLines(FILE)) {
      String[] pair = line.split(BETWEEN, 2);
      lines.put(pair[0], Line.of(pair[1]));
    }
    long histories = Objects.requireNonNull(lines.remove(HISTORIES)).times();
    return new Coverage(histories, lines);
  }

  /** What happened too seldom, or is counted and not recorded. */
  List<String> missing(Outcome outcome) {
    Map<String, Long> counted = Occurrences.of(outcome.counts());
    List<String> missing = new ArrayList<>();
    lines.forEach(
        (label, line) -> {
          long least = line.times() * outcome.histories() / histories / GENEROUS;
          long times = counted.getOrDefault(label, 0L);
          if (times < least) {
            missing.add("%s: %s times, not %s".formatted(label, times, least));
          }
        });
    Occurrences.labels()
        .filter(label -> !lines.containsKey(label))
        .forEach(label -> missing.add(label + ": not recorded yet, -Dcoverage=record does it"));
    return missing;
  }

  /** Labels that never happened, without a reason. */
  List<String> unexplained() {
    return lines.entrySet().stream()
        .filter(it -> it.getValue().times() == 0 && it.getValue().why().isEmpty())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Records a run; the reasons stay. */
  void record(Outcome outcome) throws IOException {
    Stream<String> told =
        Occurrences.of(outcome.counts()).entrySet().stream()
            .map(it -> recorded(it.getKey(), it.getValue()));
    Files.writeString(
        FILE,
        Stream.concat(Stream.of(HISTORIES + BETWEEN + outcome.histories()), told)
            .collect(Collectors.joining("\n", "", "\n")));
  }

  private String recorded(String label, long times) {
    Optional<String> why =
        Optional.ofNullable(lines.get(label)).flatMap(Line::why).filter(ignored -> times == 0);
    return label + BETWEEN + new Line(times, why).text();
  }
}
