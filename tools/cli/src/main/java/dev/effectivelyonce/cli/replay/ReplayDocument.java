package dev.effectivelyonce.cli.replay;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.cli.output.Document;
import dev.effectivelyonce.operations.replay.ReplayResult;
import dev.effectivelyonce.replay.ReplayReport;
import java.util.List;

/** The layout of what a replay did. */
record ReplayDocument(ReplayResult result, boolean isQuiet) implements Document {
  @Override
  public String text() {
    return "%s -> %s\n".formatted(result.deadLetters().name(), result.target())
        + (isQuiet ? counts() : result.report().text());
  }

  /** The report without the messages that it names. */
  private String counts() {
    ReplayReport all = result.report();
    return new ReplayReport(
            all.mode(),
            all.end(),
            all.problem(),
            all.counts(),
            all.remaining(),
            all.blockedGroups(),
            all.cameBack(),
            List.of(),
            0,
            all.elapsed())
        .text();
  }

  @Override
  public ObjectNode json() {
    return result.json();
  }
}
