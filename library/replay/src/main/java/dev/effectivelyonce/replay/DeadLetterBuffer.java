package dev.effectivelyonce.replay;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The dead letters that a run has received and not deleted. They are hidden from others until the
 * run gives them back, or SQS does when the run dies. Its run takes them by one thread, and ends
 * them by many.
 */
final class DeadLetterBuffer {
  /** As many as SQS gives at once. */
  static final int BATCH = 10;

  /** Beyond the time that the rate asks for. A run that dies hides its messages no longer. */
  private static final Duration HIDDEN = Duration.ofMinutes(5);

  private static final Duration HIDDEN_AGAIN = Duration.ofHours(1);

  /** The longest that a batch may wait for its turns. */
  private static final Duration PACED = Duration.ofMinutes(1);

  /** One second is enough for SQS to ask all of its servers. */
  private static final Duration POLL = Duration.ofSeconds(1);

  /** What is kept of a message: its body may have a mebibyte, and a run may leave thousands. */
  private record Handle(String receipt, Optional<String> group, Instant hiddenUntil) {}

  private final QueuePair queues;
  private final Clock clock;
  private final Duration interval;
  private final Instant end;
  private final Map<String, Handle> held = new ConcurrentHashMap<>();
  private final Set<String> examined = ConcurrentHashMap.newKeySet();
  private final Set<String> sent = ConcurrentHashMap.newKeySet();
  private int emptyPolls;
  private int stalePolls;

  DeadLetterBuffer(QueuePair queues, Clock clock, Duration interval, Instant end) {
    this.queues = queues;
    this.clock = clock;
    this.interval = interval;
    this.end = end;
  }

  /**
   * The next ones that this run has neither examined nor sent; perhaps none, though there are more.
   */
  List<DeadLetter> next() {
    int most = batchSize();
    Duration hidden = HIDDEN.plus(interval.multipliedBy(most));
    List<DeadLetter> received = queues.receive(most, hidden, poll());
    hold(received, hidden);
    Map<Boolean, List<DeadLetter>> byKnown =
        received.stream().collect(Collectors.partitioningBy(it -> isKnown(it.id())));
    List<DeadLetter> fresh = byKnown.getOrDefault(false, List.of());
    count(received, fresh);
    hideAgain(byKnown.getOrDefault(true, List.of()));
    return fresh;
  }

  private boolean isKnown(String id) {
    return examined.contains(id) || sent.contains(id);
  }

  /** In a long run they come by again and again, and would keep others from being seen. */
  private void hideAgain(List<DeadLetter> again) {
    if (!again.isEmpty()) {
      Duration left = Duration.between(clock.instant(), end).plus(HIDDEN);
      Duration hidden = left.compareTo(HIDDEN_AGAIN) < 0 ? left : HIDDEN_AGAIN;
      queues.hide(again.stream().map(DeadLetter::receiptHandle).toList(), hidden);
      hold(again, hidden);
    }
  }

  private void hold(List<DeadLetter> letters, Duration hidden) {
    Instant until = clock.instant().plus(hidden);
    letters.forEach(it -> held.put(it.id(), new Handle(it.receiptHandle(), it.group(), until)));
  }

  /**
   * Whether SQS seems to have no more for this run: two polls in a row were empty, or all that it
   * has left have come by again. A single empty poll may have missed some.
   */
  boolean isDry() {
    return emptyPolls >= 2 || stalePolls > 2 + held.size() / BATCH;
  }

  void examined(DeadLetter letter) {
    examined.add(letter.id());
  }

  /** A copy: if it is dead-lettered again, sending it once more in this run would help nobody. */
  void sent(String copy) {
    sent.add(copy);
  }

  void deleted(DeadLetter letter) {
    held.remove(letter.id());
    // Should it come back after all, its record tells what it is.
    examined.remove(letter.id());
  }

  boolean isEmpty() {
    return held.isEmpty();
  }

  long depth() {
    return queues.depth();
  }

  /** How many are examined and still in the dead-letter queue. */
  int leftCount() {
    return examined.size();
  }

  /** Message groups of which so many were left that SQS shows nothing behind them. */
  int blockedGroups() {
    Map<String, Long> byGroup =
        held.entrySet().stream()
            .filter(entry -> examined.contains(entry.getKey()))
            .flatMap(entry -> entry.getValue().group().stream())
            .collect(Collectors.groupingBy(group -> group, Collectors.counting()));
    return Math.toIntExact(byGroup.values().stream().filter(count -> count >= BATCH).count());
  }

  /**
   * Makes them visible again. Examined ones are remembered. One that is visible by now may be in
   * another's hands, and is left alone.
   *
   * @param extra beyond the end of the run; whatever takes longer comes back at its own time
   */
  void giveBack(Duration extra) {
    emptyPolls = 0;
    stalePolls = 0;
    Instant now = clock.instant();
    Instant stop = end.isBefore(Instant.MAX) ? later(now, end).plus(extra) : end;
    List<String> hidden =
        held.values().stream()
            .filter(it -> now.isBefore(it.hiddenUntil()))
            .map(Handle::receipt)
            .toList();
    for (int next = 0; next < hidden.size() && clock.instant().isBefore(stop); next += BATCH) {
      queues.hide(hidden.subList(next, Math.min(hidden.size(), next + BATCH)), Duration.ZERO);
    }
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private void count(List<DeadLetter> received, List<DeadLetter> fresh) {
    emptyPolls = received.isEmpty() ? emptyPolls + 1 : 0;
    stalePolls = fresh.isEmpty() ? stalePolls + 1 : 0;
  }

  /** Fewer at a low rate, so that none is hidden for long before its turn. */
  private int batchSize() {
    if (interval.isZero()) {
      return BATCH;
    }
    return Math.clamp(PACED.dividedBy(interval), 1, BATCH);
  }

  private Duration poll() {
    boolean hasTime = Duration.between(clock.instant(), end).compareTo(POLL) > 0;
    return hasTime ? POLL : Duration.ZERO;
  }
}
