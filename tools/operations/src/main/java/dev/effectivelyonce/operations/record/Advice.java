package dev.effectivelyonce.operations.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.operations.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What to do about a record.
 *
 * @param text in words
 * @param moves what may be done next, the likeliest first
 */
public record Advice(String text, List<Move> moves) {
  static Advice on(State state, Address address) {
    Move completed = new Move.Settle(address.id(), Settlement.COMPLETED, Optional.empty());
    Move retry = new Move.Settle(address.id(), Settlement.RETRYABLE, Optional.empty());
    return address.consumer().isApi()
        ? onRequest(state, completed, retry)
        : onMessage(state, completed, retry, address);
  }

  private static Advice onMessage(State state, Move completed, Move retry, Address address) {
    Move replay = replay(address);
    return switch (state) {
      case ABSENT, EXPIRED ->
          new Advice(
              "The next message with this key runs. If one should have run, look for it in the"
                  + " dead-letter queue.",
              List.of(new Move.LookAtDeadLetters(address.consumer().name())));
      case IN_FLIGHT -> inFlight();
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
              "It never runs again by itself. Remove the cause, then replay its dead letter, which"
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

  /** A request comes again from its caller alone: nothing of it is in a dead-letter queue. */
  private static Advice onRequest(State state, Move completed, Move retry) {
    return switch (state) {
      case ABSENT, EXPIRED ->
          new Advice(
              "The next request with this key runs. If one ran already, it had another caller or"
                  + " route, or its record has expired.",
              List.of());
      case IN_FLIGHT -> inFlight();
      case STALE ->
          new Advice(
              "Its attempt died or outlived its lease. The next request with this key takes it"
                  + " over, or holds it under HOLD. If none comes, find out whether the effect"
                  + " happened, and settle.",
              List.of(completed, retry));
      case COMPLETED ->
          new Advice("Done. Further requests with this key get its answer.", List.of());
      case RETRYABLE ->
          new Advice(
              "The next request with this key runs it. If none comes, ask its caller.", List.of());
      case FAILED ->
          new Advice(
              "It never runs again by itself. If its caller is to try again with this key, settle"
                  + " it for retry. If the effect happened after all, settle it as completed.",
              List.of(retry, completed));
      case HELD ->
          new Advice(
              "Nobody knows whether the effect happened: find out where it would show. If it did,"
                  + " settle it as completed; if not, settle it for retry. Then its caller may send"
                  + " the request again.",
              List.of(completed, retry));
    };
  }

  private static Advice inFlight() {
    return new Advice(
        "An attempt holds it. Wait until the lease ends, then look again.", List.of());
  }

  private static Move replay(Address address) {
    return new Move.TryReplay(address.consumer().name(), address.id());
  }

  /** Advises on a held record with a step in doubt. */
  static Advice onStep(Step step, Address address) {
    RecordId id = address.id();
    Optional<String> one = Optional.of(step.name());
    List<Move> settling =
        List.of(
            new Move.Settle(id, Settlement.COMPLETED, one),
            new Move.Settle(id, Settlement.RETRYABLE, one));
    boolean isApi = address.consumer().isApi();
    return new Advice(
        "Step "
            + step.name()
            + " is in doubt: ask its provider, by the key "
            + id.providerKey(step.name())
            + ". If it happened, settle it as completed, with --result if later steps need it; if"
            + " not, settle it for retry. "
            + (isApi
                ? "Then its caller may send the request again."
                : "Then replay its dead letter."),
        isApi ? settling : Stream.concat(settling.stream(), Stream.of(replay(address))).toList());
  }

  /** Advises on a saga that went back. */
  static Advice onUndone() {
    return new Advice(
        "Its saga went back: what it did is undone, and it never goes forward again. Remove"
            + " the cause, then send a new event with a key of its own; a replay leaves this one.",
        List.of());
  }

  /** Returns the same about a failure that may be acknowledged. */
  Advice orAcknowledge(RecordId id) {
    return new Advice(
        text + " If nothing is left to do, acknowledge it.",
        Stream.concat(moves.stream(), Stream.of(new Move.Acknowledge(id))).toList());
  }

  /** Advises on a failure that was acknowledged. */
  static Advice onAcknowledged() {
    return new Advice(
        "It failed for good, and an operator has acknowledged that: it is not listed. Further"
            + " messages of its key are refused as failed.",
        List.of());
  }

  /** Advises on a message with another payload than the record's. */
  static Advice onContradiction() {
    return new Advice(
        "This message contradicts the record: it stays in the dead-letter queue, whatever a replay"
            + " does. See docs/operations.md, Key reused.",
        List.of());
  }

  /** Returns it for programs, with each move in these words. */
  ObjectNode json(Move.Words words) {
    return Json.with("advice", text).and("commands", moves.stream().map(words::of).toList()).node();
  }
}
