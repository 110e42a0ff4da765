package dev.effectivelyonce.operations.deadletters;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.operations.problem.Problem;
import dev.effectivelyonce.operations.record.Change.Refused;
import dev.effectivelyonce.replay.Force;
import dev.effectivelyonce.replay.HeldLetter;
import dev.effectivelyonce.replay.LeaveReason;
import dev.effectivelyonce.replay.ReplayDecision;
import java.util.Optional;
import software.amazon.awssdk.services.sqs.model.Message;

/**
 * The wish to send one dead letter again, perhaps corrected. Its group stays, and its business key
 * unless another is asked for; a FIFO queue gets a fresh deduplication id.
 *
 * @param messageId which letter
 * @param edit how it is corrected
 * @param key whether its business key may change
 * @param force the treatment of a letter if nobody can know whether it is done
 * @param expected the decision that somebody saw, such as {@code SEND}; empty: any that sends it
 */
public record Resend(String messageId, Edit edit, Key key, Force force, Optional<String> expected) {
  /** Creates a wish that holds whichever decision sends the letter. */
  public Resend(String messageId, Edit edit, Key key, Force force) {
    this(messageId, edit, key, force, Optional.empty());
  }

  /** The business key of what is sent. */
  public enum Key {
    /** The copy has the letter's own key. */
    SAME,
    /** The copy may be another event. */
    ANY
  }

  /** Returns this wish, for a letter for which the decision is still this one. */
  public Resend expecting(String decision) {
    return new Resend(messageId, edit, key, force, Optional.of(decision));
  }

  Message edited(Message letter) {
    return letter.messageId().equals(messageId) ? edit.apply(letter) : letter;
  }

  /** Returns why the letter is not sent like this; empty if it is. */
  public Optional<Refused> refusal(HeldLetter letter) {
    Optional<RecordId> before = letter.original();
    Optional<RecordId> after = letter.id();
    if (key == Key.SAME && before.isPresent() && after.isPresent() && !before.equals(after)) {
      return refused(
          "The corrected message has the key %s, and the letter has %s"
              .formatted(after.get().keyHash(), before.get().keyHash()),
          "Correct the body, or give --new-key if it is to be another event");
    }
    return switch (letter.decision()) {
      case ReplayDecision.Send ignored -> unexpected(letter);
      case ReplayDecision.Reopen ignored -> unexpected(letter);
      case ReplayDecision.Skip ignored ->
          refused(
              "The event is done: a copy of it would be a duplicate",
              "Use `discard`; if its effect must happen again, send a new event " + newEvent());
      case ReplayDecision.Unreadable(String problem) ->
          refused(
              "The consumer can't use this message: " + Problem.withoutStop(problem),
              "Give a --body that it can use, and its key");
      case ReplayDecision.Leave(LeaveReason reason) -> left(reason, letter);
    };
  }

  private Optional<Refused> unexpected(HeldLetter letter) {
    String decision = letter.decision().label();
    return expected
        .filter(it -> !it.equals(decision))
        .flatMap(
            it ->
                refused(
                    "What a replay would do has changed since it was shown, from %s to %s"
                        .formatted(it, decision),
                    "Look at the letter again"));
  }

  /** What makes it another event, for one who has asked for that and for one who has not. */
  private String newEvent() {
    return key == Key.ANY ? "with a --body of another key" : "with --new-key";
  }

  private Optional<Refused> left(LeaveReason reason, HeldLetter letter) {
    return switch (reason) {
      case OTHER_SOURCE ->
          refused(
              "The letter came from another queue, or its source is not known",
              "Name the consumer of that queue");
      case KEY_REUSED ->
          refused(
              "The message contradicts the record of its key: it would come back as KEY_REUSED",
              "Correct what the fingerprint names, or send a new event " + newEvent());
      case HELD ->
          refused("Nobody knows whether the event happened: its record is held", "`settle` it");
      case IN_FLIGHT -> refused("An attempt holds its record", "Wait until its lease ends");
      case UNDONE ->
          refused(
              "Its saga went back, and never goes forward again", "Send a new event " + newEvent());
      case BEYOND_HORIZON ->
          refused(
              "The letter is too old to tell whether it was done",
              "Find out; if it was not, give --force");
      default ->
          refused(
              "A replay would leave it: "
                  + reason
                  + letter.problem().map(it -> ", " + Problem.withoutStop(it)).orElse(""),
              "See docs/operations.md for " + reason);
    };
  }

  private static Optional<Refused> refused(String problem, String remedy) {
    return Optional.of(new Refused(problem, remedy));
  }
}
