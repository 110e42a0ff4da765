package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.sqs.ReadMessage;
import dev.effectivelyonce.sqs.ReadMessage.Usable;
import java.util.Optional;

/**
 * A dead letter after it was read.
 *
 * @param received what was read
 * @param origin the queue that it came from
 * @param id its record; empty where it has no key
 */
record Candidate(ReadMessage<?> received, Origin origin, Optional<RecordId> id) {
  /** The queue that a dead letter came from. */
  enum Origin {
    /** The source queue of this replay. */
    OURS,
    /** Another queue, or an unknown one. */
    OTHER
  }

  static Candidate of(ReadMessage<?> received, Origin origin, ConsumerName consumer) {
    return new Candidate(received, origin, id(received, consumer));
  }

  /** Returns its record's id, if the record has to be looked up. */
  Optional<RecordId> lookup() {
    return origin == Origin.OURS ? id : Optional.empty();
  }

  private static Optional<RecordId> id(ReadMessage<?> received, ConsumerName consumer) {
    return received instanceof Usable<?> usable
        ? Optional.of(RecordId.of(consumer, usable.key()))
        : Optional.empty();
  }
}
