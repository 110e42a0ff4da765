package dev.effectivelyonce.operations.deadletters;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.operations.json.Json;
import dev.effectivelyonce.replay.ReplayReport;
import dev.effectivelyonce.replay.RunEnd;

/**
 * The end of a pass over dead letters.
 *
 * @param queue the name of the dead-letter queue
 * @param count how many letters the filter chose
 * @param report of the pass
 */
public record Pass(String queue, int count, ReplayReport report) {
  static Pass of(String queue, ReplayReport report) {
    int filtered = report.counts().decisions().getOrDefault("FILTERED", 0);
    return new Pass(queue, report.counts().examined() - filtered, report);
  }

  /** Returns whether there may be letters that it has not seen. */
  public boolean isCut() {
    return report.end() != RunEnd.EMPTY && report.remaining().filter(it -> it == 0).isEmpty();
  }

  /** Returns it for programs. */
  public ObjectNode json() {
    return Json.with("deadLetterQueue", queue)
        .and("count", count)
        .and("remaining", report.remaining().orElse(-1L))
        .and("truncated", isCut())
        .and("examined", report.counts().examined())
        .and("end", report.end())
        .and("hidden", report.hidden().orElse(0))
        .and("blockedGroups", report.blockedGroups())
        .and("problem", report.problem())
        .node();
  }
}
