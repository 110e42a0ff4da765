package dev.effectivelyonce.operations.deadletters;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.operations.json.Json;
import dev.effectivelyonce.operations.record.Change.Refused;
import dev.effectivelyonce.replay.HeldLetter;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What would be sent in the place of a dead letter.
 *
 * @param messageId of the letter
 * @param keyHash of what would be sent
 * @param keyHashBefore of the letter
 * @param replayWould what a replay would do with what would be sent
 * @param isSameBody whether the body is as it was
 * @param characters how long it is
 * @param leftOut the attributes that it would lack
 * @param refusal why it is not sent; empty if it is
 */
public record ResendPreview(
    String messageId,
    Optional<String> keyHash,
    Optional<String> keyHashBefore,
    String replayWould,
    boolean isSameBody,
    int characters,
    Set<String> leftOut,
    Optional<Refused> refusal) {
  private static final String REOPEN = "REOPEN";

  static ResendPreview of(Resend resend, HeldLetter letter) {
    Set<String> leftOut = new TreeSet<>(letter.message().messageAttributes().keySet());
    leftOut.removeAll(letter.copy().messageAttributes().keySet());
    return new ResendPreview(
        letter.message().messageId(),
        letter.id().map(RecordId::keyHash),
        letter.original().map(RecordId::keyHash),
        letter.decision().label(),
        letter.copy().body().equals(letter.message().body()),
        letter.copy().body().length(),
        leftOut,
        resend.refusal(letter));
  }

  /** Returns whether its record would be reopened, which leaves an entry in the trail. */
  public boolean reopens() {
    return replayWould.equals(REOPEN);
  }

  /** Returns it for programs. */
  public ObjectNode json() {
    return Json.with("messageId", messageId)
        .and("keyHash", keyHash)
        .and("keyHashBefore", keyHashBefore)
        .and("replayWould", replayWould)
        .and("sameBody", isSameBody)
        .and("withoutAttributes", leftOut)
        .node();
  }
}
