package dev.effectivelyonce.cli.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.cli.output.Document;
import dev.effectivelyonce.cli.replay.HiddenLetters;
import dev.effectivelyonce.operations.deadletters.DeadLetters;
import dev.effectivelyonce.replay.Examined;

/** The layout of dead letters. */
record DeadLettersDocument(DeadLetters found) implements Document {
  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    for (DeadLetters.Letter letter : found.letters()) {
      Examined message = letter.examined();
      text.append(
          "%s  key %s  record %-9s  replay: %s%s\n"
              .formatted(
                  message.messageId(),
                  message.keyHash().orElse("-"),
                  letter.state(),
                  message.decision().label(),
                  message.problem().map(why -> "  " + why).orElse("")));
    }
    return text.append(total()).append('\n').toString();
  }

  @Override
  public ObjectNode json() {
    return found.json();
  }

  private String total() {
    int count = found.letters().size();
    if (found.hidden().isPresent()) {
      return "%d dead letters could be read in %s; %s"
          .formatted(count, found.queue(), HiddenLetters.text(found.hidden().getAsLong()));
    }
    String more = found.remaining().map(", about %d more"::formatted).orElse("");
    return "%d dead letters in %s%s".formatted(count, found.queue(), more);
  }
}
