package dev.effectivelyonce.operations.deadletters;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.operations.json.Json;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Dead letters by cause and decision. Its memory does not grow with their number. */
public final class LetterSummary {
  /** The most causes that it keeps apart. What differs so much is no cause for people. */
  static final int MOST_GROUPS = 1_000;

  private static final String OTHER = "Other causes";

  private record Key(String cause, String decision) {}

  /**
   * The letters of one cause and decision.
   *
   * @param cause in words that its letters share
   * @param decision what a replay would do
   * @param count how many there are
   * @param first when the oldest was sent
   * @param last when the youngest was sent
   * @param sample the id of one
   */
  public record Group(
      String cause,
      String decision,
      long count,
      Optional<Instant> first,
      Optional<Instant> last,
      String sample) {
    private Group and(Group other) {
      return new Group(
          cause,
          decision,
          count + other.count,
          Stream.of(first, other.first).flatMap(Optional::stream).min(Comparator.naturalOrder()),
          Stream.of(last, other.last).flatMap(Optional::stream).max(Comparator.naturalOrder()),
          sample);
    }

    private ObjectNode json() {
      return Json.with("cause", cause)
          .and("replayWould", decision)
          .and("count", count)
          .and("firstSentAt", first)
          .and("lastSentAt", last)
          .and("sample", sample)
          .node();
    }
  }

  private final Map<Key, Group> groups = new HashMap<>();

  /** Counts a letter. */
  public synchronized void add(Letter letter) {
    Key own = new Key(letter.cause(), letter.decision().label());
    Key key =
        groups.containsKey(own) || groups.size() < MOST_GROUPS
            ? own
            : new Key(OTHER, letter.decision().label());
    Group one =
        new Group(
            key.cause(), key.decision(), 1, letter.sentAt(), letter.sentAt(), letter.messageId());
    groups.merge(key, one, Group::and);
  }

  /** Returns the groups, the largest first. */
  public synchronized List<Group> groups() {
    return groups.values().stream()
        .sorted(
            Comparator.comparingLong(Group::count)
                .reversed()
                .thenComparing(Group::cause)
                .thenComparing(Group::decision))
        .toList();
  }

  /** Returns it for programs, with the pass that it was made in. */
  public ObjectNode json(Pass pass) {
    return Json.like(pass.json()).and("groups", groups().stream().map(Group::json).toList()).node();
  }
}
