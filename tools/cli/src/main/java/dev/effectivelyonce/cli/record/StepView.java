package dev.effectivelyonce.cli.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.cli.output.Json;
import dev.effectivelyonce.core.record.Step;

/** A step as shown; never what it came to, which may be personal data. */
final class StepView {
  private StepView() {}

  static String text(Step step) {
    return "%s %s, attempt %d, result %s%s"
        .formatted(
            step.name(),
            step.state(),
            step.attempt(),
            RecordView.result(step.result()),
            step.why().map(why -> ": " + why).orElse(""));
  }

  static ObjectNode json(Step step) {
    ObjectNode node = Json.object();
    node.put("name", step.name());
    node.put("position", step.position());
    node.put("state", step.state().name());
    node.put("attempt", step.attempt());
    node.put("result", RecordView.result(step.result()));
    Json.put(node, "why", step.why());
    return node;
  }
}
