package dev.effectivelyonce.operations.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.StoredResult.Omitted;
import dev.effectivelyonce.core.record.StoredResult.Text;
import dev.effectivelyonce.operations.json.Json;

/** A step as shown; never what it came to, which may be personal data. */
public final class StepView {
  private StepView() {}

  /** Returns whether there is a result, and never the result. */
  public static String result(StoredResult result) {
    return switch (result) {
      case Text ignored -> "kept";
      case Omitted omitted -> "omitted, " + omitted.reason();
      case StoredResult.None none -> "none";
    };
  }

  static ObjectNode json(Step step) {
    return Json.with("name", step.name())
        .and("position", step.position())
        .and("state", step.state())
        .and("attempt", step.attempt())
        .and("result", result(step.result()))
        .and("why", step.why())
        .node();
  }
}
