package dev.effectivelyonce.cli.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.cli.output.Document;
import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.cli.output.Screen.Mark;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.operations.record.Advice;
import dev.effectivelyonce.operations.record.Move;
import dev.effectivelyonce.operations.record.RecordView;
import dev.effectivelyonce.operations.record.State;
import dev.effectivelyonce.operations.record.StepView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The layout of a record.
 *
 * @param view the record
 * @param words for what to do next
 */
public record RecordDocument(RecordView view, Move.Words words) implements Document {
  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    line(text, "Record", view.id().value());
    view.key().ifPresent(key -> line(text, "Key", key));
    view.address().note().ifPresent(note -> line(text, "Note", note));
    line(text, "State", view.state().name());
    view.record().ifPresent(it -> lines(text, it));
    if (view.isOtherPayload()) {
      line(text, "Payload", "ANOTHER than that of this message: the key was used twice");
    }
    text.append(lines(view.advice()));
    view.trail().filter(it -> !it.isEmpty()).ifPresent(it -> lines(text, it));
    return text.toString();
  }

  @Override
  public ObjectNode json() {
    return view.json(words);
  }

  /** Returns how a state is marked. */
  public static Mark mark(State state) {
    return switch (state) {
      case FAILED, HELD -> Mark.BAD;
      case STALE -> Mark.FAILED_AND_HELD;
      case ABSENT, EXPIRED, IN_FLIGHT, COMPLETED, RETRYABLE -> Mark.NONE;
    };
  }

  private void lines(StringBuilder text, IdempotencyRecord it) {
    line(text, "Status", it.status() + ", attempt " + it.attempt());
    line(text, "Owner", it.owner().value());
    line(text, "Lease until", it.leaseUntil().toString());
    line(text, "Updated", it.stamp().at().toString());
    line(
        text,
        "Kept until",
        it.isOpen()
            ? "it ends or is settled, as it is half done"
            : it.stamp().keptUntil().toString());
    it.error().ifPresent(error -> line(text, "Error", error.text()));
    if (view.isAcknowledged()) {
      line(text, "Acknowledged", "by an operator: it is not listed");
    }
    line(text, "Result", StepView.result(it.result()));
    view.steps().forEach(step -> line(text, "Step " + step.position(), text(step)));
  }

  private static void lines(StringBuilder text, List<TrailEntry> trail) {
    text.append("Trail\n");
    for (TrailEntry entry : trail) {
      text.append("  ").append(Output.oneLine(line(entry))).append('\n');
      Optional.ofNullable(entry.before().get(TrailEntry.ERROR))
          .ifPresent(
              error -> text.append("    before: ").append(Output.oneLine(error)).append('\n'));
    }
  }

  private static String line(TrailEntry entry) {
    return "%s  %s%s%s, by %s%s"
        .formatted(
            entry.at(),
            entry.action(),
            part(", ", entry.before()),
            part(" -> ", entry.after()),
            entry.actor(),
            entry.reason().map(": "::concat).orElse(""));
  }

  private static String part(String before, Map<String, String> parts) {
    return Optional.ofNullable(parts.get(TrailEntry.STATUS)).map(before::concat).orElse("");
  }

  private static String text(Step step) {
    return "%s %s, attempt %s, result %s%s"
        .formatted(
            step.name(),
            step.state(),
            step.attempt(),
            StepView.result(step.result()),
            step.why().map(why -> ": " + why).orElse(""));
  }

  private String lines(Advice advice) {
    return "Next          "
        + Output.oneLine(advice.text())
        + "\n"
        + advice.moves().stream()
            .map(move -> "  " + words.of(move) + "\n")
            .collect(Collectors.joining());
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append("%-13s %s\n".formatted(name, Output.oneLine(value)));
  }
}
