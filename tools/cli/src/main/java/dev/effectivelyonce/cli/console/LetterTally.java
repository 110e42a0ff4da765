package dev.effectivelyonce.cli.console;

import dev.effectivelyonce.operations.deadletters.Letter;
import dev.effectivelyonce.operations.deadletters.LetterSummary;
import dev.effectivelyonce.operations.deadletters.LetterSummary.Group;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Dead letters by cause and decision, and the first letters of each group, without their bodies.
 * Its memory does not grow with their number. It can be read while it is filled.
 */
final class LetterTally implements Consumer<Letter> {
  private static final int MOST_OF_A_GROUP = 50;

  /** Some 10 MB, if their errors are as long as errors can be. */
  private static final int MOST = 5_000;

  private final LetterSummary summary = new LetterSummary();
  private final Map<List<String>, List<Letter>> groups = new HashMap<>();
  private int kept;
  private long count;

  @Override
  public synchronized void accept(Letter letter) {
    summary.add(letter);
    count++;
    if (kept < MOST) {
      List<Letter> own =
          groups.computeIfAbsent(
              List.of(letter.cause(), letter.decision().label()), added -> new ArrayList<>());
      if (own.size() < MOST_OF_A_GROUP) {
        own.add(letter);
        kept++;
      }
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
    return groups.values().stream()
        .filter(own -> own.stream().anyMatch(it -> it.messageId().equals(sample)))
        .findFirst()
        .map(List::copyOf)
        .orElse(List.of());
  }
}
