package dev.effectivelyonce.operations.status;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.operations.deployed.FunctionFacts;
import dev.effectivelyonce.operations.deployed.LiveFunction;
import dev.effectivelyonce.operations.json.Json;
import java.util.List;

/**
 * The function that an event source mapping invokes.
 *
 * @param name its name
 * @param versions what runs: one, or two while an alias moves
 * @param mode of the consumer
 */
public record FunctionStatus(String name, List<String> versions, String mode) {
  static FunctionStatus of(LiveFunction function) {
    return new FunctionStatus(
        function.arn().name(),
        function.versions().stream().map(FunctionFacts::version).toList(),
        function.main().environment().getOrDefault(EnvironmentVariables.MODE, "ENFORCE"));
  }

  ObjectNode json() {
    return Json.with("name", name).and("versions", versions).and("mode", mode).node();
  }
}
