package dev.effectivelyonce.cli.deadletters;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.cli.output.Document;
import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.operations.deadletters.ResendPreview;
import java.util.Locale;

/** The layout of what would be sent in the place of a dead letter. */
record ResendDocument(ResendPreview preview) implements Document {
  @Override
  public String text() {
    return String.format(
        Locale.ROOT,
        """
        Message       %s
        Key hash      %s
        Replay        %s
        Body          %s, %,d characters
        Left out      %s
        """,
        preview.messageId(),
        hash(),
        preview.replayWould(),
        preview.isSameBody() ? "as it is" : "corrected",
        preview.characters(),
        preview.leftOut().isEmpty()
            ? "no attribute"
            : Output.oneLine(String.join(", ", preview.leftOut())));
  }

  private String hash() {
    String now = preview.keyHash().orElse("-");
    return preview.keyHash().equals(preview.keyHashBefore())
        ? now
        : now + ", before " + preview.keyHashBefore().orElse("-");
  }

  @Override
  public ObjectNode json() {
    return preview.json();
  }
}
