package dev.effectivelyonce.cli.replay;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.cli.aws.QueueSettings;
import dev.effectivelyonce.cli.output.Document;
import dev.effectivelyonce.cli.output.Json;
import dev.effectivelyonce.replay.ReplayReport;

/** What a replay did. */
record ReplayDocument(
    String consumer, QueueSettings source, QueueSettings deadLetters, ReplayReport report)
    implements Document {
  @Override
  public String text() {
    String note =
        HiddenLetters.of(report).stream().mapToObj(ReplayDocument::note).findFirst().orElse("");
    return "%s -> %s\n".formatted(deadLetters.name(), source.name()) + report.text() + note;
  }

  private static String note(long hidden) {
    String text = HiddenLetters.text(hidden);
    return Character.toUpperCase(text.charAt(0)) + text.substring(1) + "\n";
  }

  @Override
  public ObjectNode json() {
    ObjectNode node = Json.object();
    node.put("consumer", consumer);
    node.put("from", deadLetters.name());
    node.put("to", source.name());
    Json.tree(report.toMap())
        .properties()
        .forEach(field -> node.set(field.getKey(), field.getValue()));
    return node;
  }
}
