package dev.effectivelyonce.outbox;

import dev.effectivelyonce.dynamodb.outbox.OutboxMessage;
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
 * What is to be sent because of a batch of the stream's records, lane by lane: what came, in the
 * order of the stream, and before each of it what was left to the sweeper and is older. The stream
 * has no order between two messages of one commit: they go by their places.
 */
final class Lanes {
  private final Reading reading;
  private final Instant sweptBefore;
  private final Instant settledBefore;

  /**
   * @param sweptBefore what was made before may have been left to the sweeper
   * @param settledBefore of what was committed before, all messages are to be seen
   */
  Lanes(Reading reading, Instant sweptBefore, Instant settledBefore) {
    this.reading = reading;
    this.sweptBefore = sweptBefore;
    this.settledBefore = settledBefore;
  }

  /** What came, went and came again is at its last place. */
  Collection<List<OutboxMessage>> of(List<Arrival> arrivals) {
    LinkedHashMap<MessageKey, Arrival> last = new LinkedHashMap<>();
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
     * What was left goes by its age beside all that came: before what is younger, and behind what
     * is older. Commits side by side, and clocks that step back, are not made in their order.
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

    /** Others are still to come. */
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

    /** It came a moment ago, and the one before it may not be to be seen yet. */
    private boolean isUnsettled(OutboxMessage message) {
      return Optional.ofNullable(came.get(message.id()))
          .flatMap(Arrival::committedAt)
          .filter(at -> !at.isBefore(settledBefore))
          .isPresent();
    }
  }
}
