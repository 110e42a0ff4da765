package dev.effectivelyonce.cli.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.cli.output.Document;
import dev.effectivelyonce.operations.record.Forgotten;
import dev.effectivelyonce.operations.record.Move;

/** The layout of a record that was forgotten. */
record ForgottenDocument(Forgotten forgotten, Move.Words words) implements Document {
  @Override
  public String text() {
    return "Forgotten. The next message that is sent with this key runs.\n";
  }

  @Override
  public ObjectNode json() {
    return forgotten.json(words);
  }
}
