package dev.effectivelyonce.cli.console;

import dev.effectivelyonce.operations.deadletters.Letter;
import dev.effectivelyonce.operations.deadletters.LetterSummary;
import dev.effectivelyonce.operations.deadletters.LetterSummary.Group;
import java.util.ArrayList;
import java.util.List;
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
  private final List<Letter> kept = new ArrayList<>();
  private long count;

  @Override
  public synchronized void accept(Letter letter) {
    summary.add(letter);
    count++;
    if (kept.size() < MOST && like(letter).size() < MOST_OF_A_GROUP) {
      kept.add(letter);
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

  /** Returns the letters that are kept of a sample's group. */
  synchronized List<Letter> like(String sample) {
    return kept.stream()
        .filter(it -> it.messageId().equals(sample))
        .findFirst()
        .map(this::like)
        .orElse(List.of());
  }

  private List<Letter> like(Letter letter) {
    String decision = letter.decision().label();
    return kept.stream()
        .filter(it -> it.cause().equals(letter.cause()) && it.decision().label().equals(decision))
        .toList();
  }
}
