package dev.effectivelyonce.outbox;

import dev.effectivelyonce.dynamodb.outbox.OutboxMessage;
import dev.effectivelyonce.outbox.OutboxItems.Reading;
import dev.effectivelyonce.outbox.StreamRecords.Arrival;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
     * What was left goes before the first that is younger, as are all that came behind that one:
     * clocks step back, and then what came is older than the one before it.
     */
    private List<OutboxMessage> withWhatWasLeft() {
      Deque<OutboxMessage> left = left();
      List<OutboxMessage> mine = came.keySet().stream().flatMap(this::found).toList();
      List<OutboxMessage> all = new ArrayList<>();
      for (int i = 0; i < mine.size(); i++) {
        OutboxMessage oldest = Collections.min(mine.subList(i, mine.size()), OutboxMessage.BY_AGE);
        while (!left.isEmpty() && OutboxMessage.BY_AGE.compare(left.getFirst(), oldest) < 0) {
          all.add(left.removeFirst());
        }
        all.add(mine.get(i));
      }
      return all;
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
