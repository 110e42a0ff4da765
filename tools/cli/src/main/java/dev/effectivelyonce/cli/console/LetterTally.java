package dev.effectivelyonce.cli.console;

import dev.effectivelyonce.operations.deadletters.Letter;
import dev.effectivelyonce.operations.deadletters.LetterSummary;
import dev.effectivelyonce.operations.deadletters.LetterSummary.Group;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Dead letters by cause and decision, and the first letters of each group, without their bodies.
 * Its memory does not grow with their number beyond a limit. It can be read while it is filled.
 */
final class LetterTally implements Consumer<Letter> {
  private static final int MOST_OF_A_GROUP = 50;

  /** Some 10 MB, if their errors are as long as errors can be. */
  private static final int MOST = 5_000;

  /** The letters of a group: the first of them, and the ids of all. */
  private record Kept(List<Letter> first, Set<String> ids) {}

  private final LetterSummary summary = new LetterSummary();
  private final Map<List<String>, Kept> groups = new HashMap<>();
  private final int mostIds;
  private int kept;
  private int keptIds;
  private long count;

  /** A tally that keeps the ids of so many letters; 0 where nobody acts on them. */
  LetterTally(int mostIds) {
    this.mostIds = mostIds;
  }

  @Override
  public synchronized void accept(Letter letter) {
    summary.add(letter);
    count++;
    List<String> key = List.of(letter.cause(), letter.decision().label());
    if (kept < MOST) {
      List<Letter> first = groups.computeIfAbsent(key, added -> kept()).first();
      if (first.size() < MOST_OF_A_GROUP) {
        first.add(letter);
        kept++;
      }
    }
    Optional.ofNullable(groups.get(key)).ifPresent(own -> keepId(own, letter.messageId()));
  }

  private static Kept kept() {
    return new Kept(new ArrayList<>(), new HashSet<>());
  }

  private void keepId(Kept own, String id) {
    if (keptIds < mostIds) {
      own.ids().add(id);
      keptIds++;
    }
  }

  /** Returns how many letters there are so far. */
  synchronized long count() {
    return count;
  }

  /** Returns the groups so far, the largest first. */
  List<Group> groups() {
    return summary.groups();
  }

  /** Returns whether letters of a group are kept: not if it is found late, or is a rest of many. */
  synchronized boolean keeps(Group group) {
    return groups.containsKey(List.of(group.cause(), group.decision()));
  }

  /** Returns the letters that are kept of a sample's group. */
  synchronized List<Letter> like(String sample) {
    return group(sample).map(it -> List.copyOf(it.first())).orElse(List.of());
  }

  /**
   * Returns the ids of all letters so far of a sample's group; empty if the ids of more letters
   * than are kept were found, as some of this group may lack then.
   */
  synchronized Set<String> idsLike(String sample) {
    return keptIds < mostIds
        ? group(sample).map(it -> Set.copyOf(it.ids())).orElse(Set.of())
        : Set.of();
  }

  private Optional<Kept> group(String sample) {
    return groups.values().stream()
        .filter(own -> own.first().stream().anyMatch(it -> it.messageId().equals(sample)))
        .findFirst();
  }
}
