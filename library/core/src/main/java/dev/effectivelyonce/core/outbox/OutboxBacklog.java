package dev.effectivelyonce.core.outbox;

import dev.effectivelyonce.core.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The messages that wait in a database that does not announce new ones, so that publishers have to
 * poll it. Any number of publishers may poll at once.
 */
public interface OutboxBacklog {
  /** Sends messages while no other publisher can take any of their lanes. */
  @FunctionalInterface
  interface Sender {
    /**
     * Sends messages and returns the results.
     *
     * @param messages the messages, each of another lane
     */
    Answers send(List<OutboxMessage> messages);
  }

  /**
   * The results of sending messages. A message in neither set keeps waiting, and holds up its lane.
   *
   * @param sent the ids of messages that were sent and can be deleted
   * @param refused the ids of messages that no destination accepts as they are; they stay but do
   *     not hold up their lanes
   */
  record Answers(Set<String> sent, Set<String> refused) {
    /** Copies the sets. */
    public Answers {
      sent = Set.copyOf(sent);
      refused = Set.copyOf(refused);
    }
  }

  /**
   * Begins a run. It checks that messages can be deleted, because otherwise none may be sent. Up to
   * a hundred refused messages are queued again in their old place.
   *
   * @param refusedFor the minimum time since a message was refused before it is queued again
   * @throws StoreException if the database can't be reached, or refuses to delete
   */
  void begin(Duration refusedFor);

  /**
   * Returns when the oldest waiting message was created, by destination.
   *
   * @throws StoreException if the database can't be reached or used
   */
  Map<String, Instant> oldest();

  /**
   * Takes the first messages of some lanes, at most ten, and deletes those that were sent. A
   * message is not taken while an earlier one of its lane waits or another publisher has the lane.
   * If the process or the database dies before the end, all of the messages keep waiting.
   *
   * @param destination the destination of the messages
   * @param afterLane the lane after which to go on; empty to begin
   * @return the last lane that was checked; empty if none is left
   * @throws StoreException if the database can't be reached or used; messages that were sent may be
   *     sent again
   */
  Optional<String> take(String destination, String afterLane, Sender sender);
}
