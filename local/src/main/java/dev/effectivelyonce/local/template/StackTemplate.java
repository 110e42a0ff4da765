package dev.effectivelyonce.local.template;

import java.util.List;
import java.util.Map;

/** A template as far as the runner follows it, every value resolved. */
public record StackTemplate(
    String stackName,
    List<QueueResource> queues,
    List<TableResource> tables,
    List<FunctionResource> functions,
    List<EventSourceResource> eventSources,
    Map<String, String> outputs) {

  /** The value of an output. */
  public String output(String name) {
    String value = outputs.get(name);
    if (value == null) {
      throw new TemplateException(
          new Location("Outputs", name),
          "the stack has no such output; it has " + outputs.keySet());
    }
    return value;
  }
}
