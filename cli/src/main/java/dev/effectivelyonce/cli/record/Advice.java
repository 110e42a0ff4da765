package dev.effectivelyonce.cli.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.output.Json;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Step;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What to do about a record.
 *
 * @param text in words
 * @param commands what to type
 */
record Advice(String text, List<String> commands) {
  static Advice on(State state, RecordId id, String consumer, Session session) {
    String record = "--record-id=" + id.value();
    String completed = session.command("settle", "completed", record);
    String retry = session.command("settle", "retry", record);
    String replay =
        session.command("replay", "--consumer=" + consumer, "--key=" + id.keyHash(), "--dry-run");
    return switch (state) {
      case ABSENT, EXPIRED ->
          new Advice(
              "The next message with this key runs. If one should have run, look for it in the"
                  + " dead-letter queue.",
              List.of(session.command("inspect", "--dead-letters", "--consumer=" + consumer)));
      case IN_FLIGHT ->
          new Advice("An attempt holds it. Wait until the lease ends, then look again.", List.of());
      case STALE ->
          new Advice(
              "Its attempt died or outlived its lease. The next delivery takes it over, or holds"
                  + " it under HOLD. If none comes, replay its dead letter; if there is none, find"
                  + " out whether the effect happened, and settle.",
              List.of(replay, completed, retry));
      case COMPLETED -> new Advice("Done. Further messages are duplicates.", List.of());
      case RETRYABLE ->
          new Advice(
              "The next delivery runs it. If none comes, replay its dead letter.", List.of(replay));
      case FAILED ->
          new Advice(
              "It never runs again by itself. Mend the cause, then replay its dead letter, which"
                  + " reopens it. If the effect happened after all, settle it as completed.",
              List.of(replay, completed));
      case HELD ->
          new Advice(
              "Nobody knows whether the effect happened: find out where it would show. If it did,"
                  + " settle it as completed; if not, settle it for retry and replay its dead"
                  + " letter.",
              List.of(completed, retry, replay));
    };
  }

  /** On a held record with a step in doubt. */
  static Advice onStep(Step step, RecordId id, String consumer, Session session) {
    String record = "--record-id=" + id.value();
    String one = "--step=" + step.name();
    return new Advice(
        "Step "
            + step.name()
            + " is in doubt: ask its provider, by the key "
            + id.providerKey(step.name())
            + ". If it happened, settle it as completed, with --result if later steps need it; if"
            + " not, settle it for retry. Then replay its dead letter.",
        List.of(
            session.command("settle", "completed", one, record),
            session.command("settle", "retry", one, record),
            session.command(
                "replay", "--consumer=" + consumer, "--key=" + id.keyHash(), "--dry-run")));
  }

  /** On a message with another payload than the record's. */
  static Advice onContradiction() {
    return new Advice(
        "This message contradicts the record: it stays in the dead-letter queue, whatever a replay"
            + " does. See docs/operations.md, Key reused.",
        List.of());
  }

  String lines() {
    return "Next          "
        + text
        + "\n"
        + commands.stream().map(it -> "  " + it + "\n").collect(Collectors.joining());
  }

  ObjectNode json() {
    ObjectNode node = Json.object();
    node.put("advice", text);
    node.set("commands", Json.texts(commands));
    return node;
  }
}
