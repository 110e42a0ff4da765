package dev.effectivelyonce.simulation.run;

import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.world.CodeUnderTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Says what histories came to, in lines of Markdown. */
public final class Report {
  private static final int COLUMNS = 3;

  private Report() {}

  /**
   * What occurred, how often, as docs/proof-simulation.md has it: that the bad paths were taken.
   */
  public static List<String> lines(Outcome outcome) {
    double seconds = outcome.elapsed().toMillis() / 1000.0;
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%,d histories, %,d steps, %d broken invariants, in %,.0f s (%,.0f histories a"
                + " second).",
            outcome.histories(),
            outcome.counts().of(Occurrences.STEPS),
            outcome.failures().size(),
            seconds,
            outcome.histories() / seconds));
    lines.add("");
    lines.add("| what | times ".repeat(COLUMNS) + "|");
    lines.add("|---|---:".repeat(COLUMNS) + "|");
    lines.addAll(rows(outcome.counts()));
    return lines;
  }

  /** Labels go down the first column, then down the next. */
  private static List<String> rows(Counts counts) {
    List<String> cells =
        Occurrences.of(counts).entrySet().stream()
            .map(it -> String.format(Locale.ROOT, "| %s | %,d ", it.getKey(), it.getValue()))
            .toList();
    int height = Math.ceilDiv(cells.size(), COLUMNS);
    return IntStream.range(0, height)
        .mapToObj(
            row ->
                IntStream.range(0, COLUMNS)
                    .map(column -> column * height + row)
                    .mapToObj(cell -> cell < cells.size() ? cells.get(cell) : "|  |  ")
                    .collect(Collectors.joining("", "", "|")))
        .toList();
  }

  /** A failure: its seed, what did not hold, the shrunk trace, how to repeat it. */
  public static List<String> lines(Failure failure, CodeUnderTest parts) {
    Retelling told = Retelling.of(parts, failure.seed());
    List<String> lines = new ArrayList<>();
    lines.add("Seed " + failure.seed() + ": " + failure.violation());
    if (told.violation().isEmpty()) {
      lines.add("It did not happen again: something outside of the history was part of it");
      return lines;
    }
    Retelling shrunk = told.shrunk(parts);
    lines.add(
        "Shrunk from %s choices and %s lines to %s and %s:"
            .formatted(
                told.choices().length,
                told.trace().size(),
                shrunk.choices().length,
                shrunk.trace().size()));
    lines.addAll(shrunk.trace());
    lines.add(
        "Repeat it: mvn -q -Psimulation -pl proof/simulation -am -Dstore=%s -Dsource=%s -Dseed=%s"
            .formatted(parts.store(), parts.source(), failure.seed()));
    return lines;
  }
}
