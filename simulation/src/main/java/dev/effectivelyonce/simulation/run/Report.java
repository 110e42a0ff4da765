package dev.effectivelyonce.simulation.run;

import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.protocol.Decision;
import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.world.Parts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Says what histories came to, in lines of Markdown. */
public final class Report {
  private static final String STEPS = "steps";

  private Report() {}

  /** What happened, how often: that the bad paths were taken. */
  public static List<String> lines(Outcome outcome) {
    List<String> lines = new ArrayList<>();
    double seconds = outcome.elapsed().toMillis() / 1000.0;
    lines.add(
        "%,d histories, %,d steps, %,.0f s, %,.0f histories a second, %d failures"
            .formatted(
                outcome.histories(),
                outcome.counts().of(STEPS),
                seconds,
                outcome.histories() / seconds,
                outcome.failures().size()));
    lines.add("");
    table(lines, "fault", outcome.counts(), Fault.values());
    table(lines, "outcome of a delivery", outcome.counts(), Transition.Kind.values());
    lines.add("| decisions, writes, replay, outbox and HTTP | times |");
    lines.add("|---|---:|");
    for (Map.Entry<String, Long> entry : named(outcome.counts()).entrySet()) {
      if (!entry.getKey().equals(STEPS)) {
        lines.add(row(entry.getKey(), entry.getValue()));
      }
    }
    return lines;
  }

  /** Decisions that never happened are told too. */
  private static Map<String, Long> named(Counts counts) {
    Map<String, Long> named = counts.named();
    for (Class<?> kind : Decision.class.getPermittedSubclasses()) {
      named.putIfAbsent("decided " + kind.getSimpleName(), 0L);
    }
    return named;
  }

  private static void table(List<String> lines, String title, Counts counts, Enum<?>... kinds) {
    lines.add("| " + title + " | times |");
    lines.add("|---|---:|");
    Arrays.stream(kinds).forEach(kind -> lines.add(row(kind.name(), counts.of(kind))));
    lines.add("");
  }

  private static String row(String what, long times) {
    return "| %s | %,d |".formatted(what, times);
  }

  /** A failure: its seed, what did not hold, the shrunk trace, how to repeat it. */
  public static List<String> lines(Failure failure, Parts parts) {
    Retelling told = Retelling.of(parts, failure.seed());
    List<String> lines = new ArrayList<>();
    lines.add("Seed " + failure.seed() + ": " + failure.violation());
    if (told.violation().isEmpty()) {
      lines.add("It did not happen again: something outside of the history was part of it");
      return lines;
    }
    Retelling shrunk = told.shrunk(parts);
    lines.add(
        "Shrunk from %d choices and %d lines to %d and %d:"
            .formatted(
                told.choices().length,
                told.trace().size(),
                shrunk.choices().length,
                shrunk.trace().size()));
    lines.addAll(shrunk.trace());
    lines.add("Repeat it: mvn -q -Psimulation -pl simulation -am -Dseed=" + failure.seed());
    return lines;
  }
}
