package dev.effectivelyonce.core.outbox;

import dev.effectivelyonce.core.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The messages that wait in a database which tells nobody of new ones, so that publishers ask. Any
 * number of publishers may ask at once.
 */
public interface OutboxBacklog {
  /** Sends messages while no other publisher can take one of their lanes. */
  @FunctionalInterface
  interface Sender {
    /**
     * Sends messages, and returns what became of them.
     *
     * @param messages no two of one lane
     */
    Answers send(List<OutboxMessage> messages);
  }

  /**
   * What became of messages. One that is not named waits, and holds its lane.
   *
   * @param sent the ids of messages to delete
   * @param refused the ids of messages that no destination takes as they are: they stay and hold
   *     nothing
   */
  record Answers(Set<String> sent, Set<String> refused) {
    /** Copies the sets. */
    public Answers {
      sent = Set.copyOf(sent);
      refused = Set.copyOf(refused);
    }
  }

  /**
   * Begins a run. It asks whether messages can be deleted, without which none may be sent. Some
   * messages that were refused, a hundred at most, wait again in their old place.
   *
   * @param refusedFor how long ago they were refused, at least
   * @throws StoreException if the database can't be reached, or refuses to delete
   */
  void begin(Duration refusedFor);

  /**
   * Returns when the oldest message that is there was made, by destination.
   *
   * @throws StoreException if the database can't be reached or used
   */
  Map<String, Instant> oldest();

  /**
   * Takes the first messages of some lanes, ten at most, and deletes those that were sent. A
   * message is not taken while an earlier one of its lane waits, or another publisher has the lane.
   * If the process or the database dies before the end, all of them still wait.
   *
   * @param destination of the messages
   * @param afterLane where to go on; empty to begin
   * @return the last lane that was looked at; empty if none is left
   * @throws StoreException if the database can't be reached or used; what was sent may come again
   */
  Optional<String> take(String destination, String afterLane, Sender sender);
}
