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
    ObjectNode node = Json.object();
    node.put("name", step.name());
    node.put("position", step.position());
    node.put("state", step.state().name());
    node.put("attempt", step.attempt());
    node.put("result", result(step.result()));
    Json.put(node, "why", step.why());
    return node;
  }
}
