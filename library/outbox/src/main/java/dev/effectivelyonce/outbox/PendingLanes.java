package dev.effectivelyonce.outbox;

import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.outbox.OutboxItems.Reading;
import dev.effectivelyonce.outbox.StreamRecords.Arrival;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds what to send because of a batch of the stream's records, lane by lane. That is each new
 * message, in the order of the stream, and before it the older ones that were left to the sweeper.
 * The stream has no order between two messages of one commit, so their places decide.
 */
final class PendingLanes {
  private final Reading reading;
  private final Instant sweptBefore;
  private final Instant settledBefore;

  /**
   * @param sweptBefore messages made before this time may have been left to the sweeper
   * @param settledBefore all messages committed before this time are visible
   */
  PendingLanes(Reading reading, Instant sweptBefore, Instant settledBefore) {
    this.reading = reading;
    this.sweptBefore = sweptBefore;
    this.settledBefore = settledBefore;
  }

  /** Returns the lanes; a message that came several times has its last place. */
  Collection<List<OutboxMessage>> of(List<Arrival> arrivals) {
    LinkedHashMap<OutboxKey, Arrival> last = new LinkedHashMap<>();
    arrivals.forEach(arrival -> last.putLast(arrival.key(), arrival));
    Map<String, List<Arrival>> lanes = new LinkedHashMap<>();
    last.forEach(
        (key, arrival) ->
            lanes.computeIfAbsent(key.lane(), lane -> new ArrayList<>()).add(arrival));
    List<List<OutboxMessage>> all = new ArrayList<>();
    lanes.forEach((lane, came) -> all.add(new Lane(reading.of(lane), came).inOrder()));
    return all;
  }

  private final class Lane {
    private final Map<String, OutboxMessage> there;
    private final Map<String, OutboxMessage> following = new HashMap<>();
    private final Map<String, Arrival> came;
    private final LinkedHashSet<OutboxMessage> inOrder = new LinkedHashSet<>();

    Lane(List<OutboxMessage> there, List<Arrival> came) {
      this.there = there.stream().collect(Collectors.toMap(OutboxMessage::id, it -> it));
      there.forEach(it -> it.place().after().ifPresent(id -> following.put(id, it)));
      this.came =
          came.stream()
              .collect(
                  Collectors.toMap(
                      it -> it.key().id(), it -> it, (one, other) -> other, LinkedHashMap::new));
    }

    List<OutboxMessage> inOrder() {
      for (OutboxMessage message : withWhatWasLeft()) {
        if (!add(message)) {
          break;
        }
      }
      return List.copyOf(inOrder);
    }

    /**
     * Returns all that came, and what was left by its age among it: before what is younger, and
     * behind what is older. Commits side by side, and clocks that step back, are not made in their
     * order.
     */
    private Set<OutboxMessage> withWhatWasLeft() {
      Deque<OutboxMessage> left = left();
      List<OutboxMessage> mine = came.keySet().stream().flatMap(this::found).toList();
      Set<OutboxMessage> all = new LinkedHashSet<>();
      for (OutboxMessage next : mine) {
        while (!left.isEmpty() && !all.contains(next) && isOlder(left.getFirst(), next)) {
          OutboxMessage first = left.removeFirst();
          mine.stream().filter(it -> isOlder(it, first)).forEach(all::add);
          all.add(first);
        }
        all.add(next);
      }
      return all;
    }

    private static boolean isOlder(OutboxMessage one, OutboxMessage other) {
      return OutboxMessage.BY_AGE.compare(one, other) < 0;
    }

    private Stream<OutboxMessage> found(String id) {
      return Optional.ofNullable(there.get(id)).stream();
    }

    /** Returns the messages left to the sweeper; the records of younger ones are still to come. */
    private Deque<OutboxMessage> left() {
      return there.values().stream()
          .filter(it -> !came.containsKey(it.id()))
          .filter(it -> it.createdAt().isBefore(sweptBefore))
          .sorted(OutboxMessage.BY_AGE)
          .collect(Collectors.toCollection(ArrayDeque::new));
    }

    /** Returns whether others may follow. */
    private boolean add(OutboxMessage message) {
      boolean isNext =
          message
              .place()
              .after()
              .map(id -> there.containsKey(id) ? add(there.get(id)) : !isUnsettled(message))
              .orElse(true);
      if (isNext && inOrder.add(message)) {
        Optional.ofNullable(following.get(message.id())).ifPresent(this::add);
      }
      return isNext;
    }

    /** Returns whether it was just committed, so that the one before it may not be visible yet. */
    private boolean isUnsettled(OutboxMessage message) {
      return Optional.ofNullable(came.get(message.id()))
          .flatMap(Arrival::committedAt)
          .filter(at -> !at.isBefore(settledBefore))
          .isPresent();
    }
  }
}
