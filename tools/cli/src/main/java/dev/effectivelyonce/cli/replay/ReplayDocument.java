package dev.effectivelyonce.cli.replay;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.cli.output.Document;
import dev.effectivelyonce.operations.replay.ReplayResult;

/** The layout of what a replay did. */
record ReplayDocument(ReplayResult result) implements Document {
  @Override
  public String text() {
    String note = result.hidden().stream().mapToObj(ReplayDocument::note).findFirst().orElse("");
    return "%s -> %s\n".formatted(result.deadLetters().name(), result.source().name())
        + result.report().text()
        + note;
  }

  private static String note(long hidden) {
    String text = HiddenLetters.text(hidden);
    return Character.toUpperCase(text.charAt(0)) + text.substring(1) + "\n";
  }

  @Override
  public ObjectNode json() {
    return result.json();
  }
}
