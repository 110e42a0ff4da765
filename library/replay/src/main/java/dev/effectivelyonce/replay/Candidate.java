package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.sqs.ReadMessage;
import java.util.Optional;

/**
 * A dead letter after it was read.
 *
 * @param received what was read
 * @param origin the queue that it came from
 * @param obstacle what keeps it from being sent, whatever its record says
 */
record Candidate(LetterReading received, Origin origin, Optional<Obstacle> obstacle) {
  /** The queue that a dead letter came from. */
  enum Origin {
    /** The source queue of this replay. */
    OURS,
    /** Another queue, or an unknown one. */
    OTHER
  }

  /**
   * What keeps a letter from being sent.
   *
   * @param reason for which it is left then
   * @param problem in a sentence
   */
  record Obstacle(LeaveReason reason, String problem) {}

  static Candidate of(ReadMessage<?> received, Origin origin, ConsumerName consumer) {
    return new Candidate(LetterReading.of(received, consumer), origin, Optional.empty());
  }

  Candidate with(Obstacle other) {
    return new Candidate(received, origin, Optional.of(other));
  }

  /** Returns its record's id, if the record has to be looked up. */
  Optional<RecordId> lookup() {
    return origin == Origin.OURS ? received.id() : Optional.empty();
  }

  /** Returns the decision, or that the letter is left if the decision would send it in vain. */
  ReplayDecision unlessHindered(ReplayDecision decision) {
    return obstacle
        .filter(ignored -> decision.sends())
        .<ReplayDecision>map(it -> new ReplayDecision.Leave(it.reason()))
        .orElse(decision);
  }

  /** Returns what there is to say of the letter itself, with this decision about it. */
  Optional<String> problem(ReplayDecision decision) {
    return switch (decision) {
      case ReplayDecision.Unreadable(String why) -> Optional.of(why);
      case ReplayDecision.Leave(LeaveReason reason) ->
          obstacle.filter(it -> it.reason() == reason).map(Obstacle::problem);
      default -> Optional.empty();
    };
  }
}
