package dev.effectivelyonce.cli.deadletters;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.cli.output.Document;
import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.cli.record.RecordDocument;
import dev.effectivelyonce.operations.deadletters.FingerprintFields.Field;
import dev.effectivelyonce.operations.deadletters.Letter;
import dev.effectivelyonce.operations.deadletters.LetterDetail;
import dev.effectivelyonce.operations.record.Move;
import dev.effectivelyonce.replay.LeaveReason;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The layout of a dead letter.
 *
 * @param key its business key, where it is to be shown
 */
record LetterDocument(LetterDetail detail, Optional<String> key, Move.Words words)
    implements Document {
  @Override
  public String text() {
    Letter letter = detail.letter();
    StringBuilder text = new StringBuilder();
    line(text, "Message", letter.messageId());
    line(text, "Key hash", letter.keyHash().orElse("-"));
    key.ifPresent(it -> line(text, "Key", it));
    letter.group().ifPresent(it -> line(text, "Group", it));
    line(text, "Replay", letter.decision().label());
    line(text, "Cause", letter.cause());
    letter.problem().ifPresent(it -> line(text, "Problem", it));
    letter.error().ifPresent(it -> line(text, "Error", it));
    line(text, "Received", letter.receives() + " times from the dead-letter queue");
    part(text, "SQS", detail.system());
    part(text, "Attributes", detail.attributes());
    text.append("Body\n").append(indented(detail.body()));
    fields(text);
    text.append("What happened\n");
    detail
        .timeline()
        .forEach(it -> text.append("  %s  %s\n".formatted(it.at(), Output.oneLine(it.what()))));
    detail
        .record()
        .ifPresent(view -> text.append('\n').append(new RecordDocument(view, words).text()));
    return text.toString();
  }

  private void fields(StringBuilder text) {
    if (detail.fields().fields().isEmpty()) {
      return;
    }
    text.append("Fingerprint\n");
    detail.fields().fields().forEach(field -> text.append(field(field)));
    boolean isReused = detail.letter().decision().label().equals(LeaveReason.KEY_REUSED.name());
    boolean isCompared = detail.fields().fields().stream().anyMatch(Field::isCompared);
    if (isReused && !isCompared) {
      text.append(
          "  At least one of these differs from the message that made the record, which keeps a"
              + " hash of them.\n  Give the body of that message with --compare to see which.\n");
    }
    detail
        .fields()
        .first()
        .ifPresent(
            is ->
                text.append(
                    is
                        ? "  The other message is the one that made the record.\n"
                        : "  The other message is NOT the one that made the record.\n"));
  }

  private static String field(Field field) {
    String own = field.value().map(Output::oneLine).orElse("(none)");
    String other = field.other().map(Output::oneLine).orElse("(none)");
    return field.isDifferent()
        ? "  %s  %s  DIFFERS, the other has %s\n".formatted(field.pointer(), own, other)
        : "  %s  %s%s\n".formatted(field.pointer(), own, field.isCompared() ? "  same" : "");
  }

  @Override
  public ObjectNode json() {
    return detail.json(key, words);
  }

  private static void part(StringBuilder text, String name, Map<String, String> values) {
    if (!values.isEmpty()) {
      text.append(name).append('\n');
      values.forEach(
          (key, value) ->
              text.append("  %s  %s\n".formatted(Output.oneLine(key), Output.oneLine(value))));
    }
  }

  /** Returns the lines of a body, each behind a bar, so that none passes for one of this page. */
  private static String indented(String body) {
    return body.lines().map(line -> "  | " + line + "\n").collect(Collectors.joining());
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append("%-13s %s\n".formatted(name, Output.oneLine(value)));
  }
}
