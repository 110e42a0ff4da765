package dev.effectivelyonce.cli.deadletters;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.cli.letters.LetterLines;
import dev.effectivelyonce.cli.output.Document;
import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.cli.problem.ExitCode;
import dev.effectivelyonce.operations.deadletters.WorkKind;
import dev.effectivelyonce.operations.deadletters.WorkResult;
import dev.effectivelyonce.replay.Examined;
import java.util.Locale;

/** The layout of what was done with dead letters. */
record WorkDocument(WorkResult result) implements Document {
  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    String done =
        switch (result.kind()) {
          case EXPORT -> "exported";
          case DISCARD -> "discarded";
          case RESEND -> "resent";
        };
    line(text, done, result.done());
    line(text, "newly saved", result.saved());
    line(text, "saved before", result.known());
    if (result.failed() > 0) {
      line(text, "saved, but still in the queue", result.failed());
      result.pass().report().details().stream()
          .filter(it -> result.kind() == WorkKind.RESEND || it.problem().isPresent())
          .forEach(it -> text.append(why(it)));
    }
    if (result.left() > 0) {
      line(text, "left: not this consumer's, or not known", result.left());
    }
    text.append("%-40s %s\n".formatted("file", result.file()));
    return text.append(LetterLines.total(result.pass())).append('\n').toString();
  }

  @Override
  public ObjectNode json() {
    return result.json();
  }

  int exitCode() {
    int ended = LetterLines.exitCode(result.pass().report().end());
    return ended == ExitCode.DONE && result.failed() > 0 ? ExitCode.UNREACHABLE : ended;
  }

  private static String why(Examined letter) {
    return "  %s  %s  %s\n"
            .formatted(
                letter.messageId(),
                letter.decision().label(),
                Output.oneLine(letter.problem().orElse("")))
            .stripTrailing()
        + "\n";
  }

  private static void line(StringBuilder text, String name, int count) {
    text.append(String.format(Locale.ROOT, "%-40s %,d\n", name, count));
  }
}
