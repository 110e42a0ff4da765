package dev.effectivelyonce.replay;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The dead letters that a run has received and not deleted. They are hidden from others until the
 * run gives them back, or their hiding ends if the run dies. One thread asks for them, and many end
 * them.
 */
final class DeadLetterBuffer {
  /** The most messages that SQS gives at once. */
  static final int BATCH = 10;

  private static final Duration HIDDEN_AGAIN = Duration.ofHours(1);

  /** The most calls to SQS at once: a standard queue answers each with other messages. */
  private static final int MOST_CALLS = 8;

  /** The longest that a batch may wait for its turns. */
  private static final Duration PACED = Duration.ofMinutes(1);

  /** The wait of a poll. One second is enough for SQS to ask all of its servers. */
  private static final Duration POLL = Duration.ofSeconds(1);

  /** The kept part of a message, without its body of up to a mebibyte: thousands may be left. */
  private record Handle(String receipt, Optional<String> group, Instant hiddenUntil) {}

  private final QueuePair queues;
  private final Clock clock;
  private final Duration interval;
  private final Instant end;
  private final int mostCalls;
  private final ReturnWatch copies = new ReturnWatch();
  private final Map<String, Handle> held = new ConcurrentHashMap<>();
  private final Set<String> examined = ConcurrentHashMap.newKeySet();
  private int emptyPolls;
  private int stalePolls;
  private int calls = 1;
  private int examinedBack;

  DeadLetterBuffer(
      QueuePair queues, Clock clock, Duration interval, Instant end, LetterQueue queue) {
    this.queues = queues;
    this.clock = clock;
    this.interval = interval;
    this.end = end;
    this.mostCalls = queue.isFifo() || queue instanceof ParkingQueue ? 1 : MOST_CALLS;
  }

  /** Returns further messages, which this run did not examine or send; empty proves no end. */
  List<DeadLetter> next() {
    int most = batchSize();
    Duration hidden = queues.hiding().plus(interval.multipliedBy(most));
    List<DeadLetter> received = receive(most, hidden);
    Map<Boolean, List<DeadLetter>> byKnown =
        received.stream().collect(Collectors.partitioningBy(this::isKnown));
    List<DeadLetter> fresh = byKnown.getOrDefault(false, List.of());
    count(received, fresh);
    hideAgain(byKnown.getOrDefault(true, List.of()));
    return fresh;
  }

  /** Returns letters that may be examined at once, each list in its order. */
  Collection<List<DeadLetter>> lanes(List<DeadLetter> some) {
    return queues.lanes(some);
  }

  /** Receives by more calls at once while they bring much, and by fewer while they do not. */
  private List<DeadLetter> receive(int most, Duration hidden) {
    Duration wait = poll();
    Supplier<List<DeadLetter>> call =
        () -> {
          List<DeadLetter> some = queues.receive(most, hidden, wait);
          hold(some, hidden);
          return some;
        };
    List<DeadLetter> received =
        RunThreads.atOnce(Collections.nCopies(calls, call)).stream().flatMap(List::stream).toList();
    boolean isMuch = interval.isZero() && received.size() * 4 >= most * calls * 3;
    calls = isMuch ? Math.min(calls * 2, mostCalls) : Math.max(calls / 2, 1);
    return once(received);
  }

  /** Returns each message once: two calls may get the same one. */
  private static List<DeadLetter> once(List<DeadLetter> received) {
    Map<String, DeadLetter> byId = new LinkedHashMap<>();
    received.forEach(it -> byId.put(it.letterId(), it));
    return List.copyOf(byId.values());
  }

  private boolean isKnown(DeadLetter letter) {
    return copies.isBack(letter.id()) || examined.contains(letter.letterId());
  }

  /** Hides messages that come back in a long run, and would keep others from being seen. */
  private void hideAgain(List<DeadLetter> again) {
    if (!again.isEmpty()) {
      Duration left = Duration.between(clock.instant(), end).plus(queues.hiding());
      Duration hidden = left.compareTo(HIDDEN_AGAIN) < 0 ? left : HIDDEN_AGAIN;
      queues.hide(again.stream().map(DeadLetter::receiptHandle).toList(), hidden);
      hold(again, hidden);
    }
  }

  private void hold(List<DeadLetter> letters, Duration hidden) {
    Instant until = clock.instant().plus(hidden);
    letters.forEach(
        it -> held.put(it.letterId(), new Handle(it.receiptHandle(), it.group(), until)));
  }

  /**
   * Returns whether SQS seems to have no more for this run: two polls in a row were empty, or all
   * that it has left have come back. A single empty poll may have missed some.
   */
  boolean isDry() {
    return emptyPolls >= 2 || stalePolls > 2 + held.size() / BATCH;
  }

  void examined(DeadLetter letter) {
    examined.add(letter.letterId());
  }

  /** Notes a copy, which this run does not send again if it is dead-lettered. */
  void sent(String copy) {
    copies.sent(copy);
  }

  /**
   * Returns whether this run has sent a letter before, which is a copy then or has failed again.
   */
  boolean isSent(DeadLetter letter) {
    return copies.isSent(queues.identity(letter));
  }

  /** Notes a letter that was examined, and left since this run had sent it before. */
  synchronized void cameBack(DeadLetter letter) {
    if (copies.isBack(queues.identity(letter))) {
      examinedBack++;
    }
  }

  void deleted(DeadLetter letter) {
    held.remove(letter.letterId());
    // If it comes back nevertheless, its record decides again.
    examined.remove(letter.letterId());
  }

  boolean isEmpty() {
    return held.isEmpty();
  }

  long depth() {
    return queues.depth();
  }

  /** Returns how many are examined and still in the queue, less those that came back. */
  synchronized int leftCount() {
    return examined.size() - examinedBack;
  }

  /** Returns how many of the copies that this run sent have come back. */
  int backCount() {
    return copies.backCount();
  }

  /** Returns whether so much comes back of what was sent that the run has no use. */
  boolean isSentInVain() {
    return copies.isTooMuch();
  }

  /** Returns how many message groups have so many left that SQS shows nothing behind them. */
  int blockedGroups() {
    Map<String, Long> byGroup =
        held.entrySet().stream()
            .filter(entry -> examined.contains(entry.getKey()))
            .flatMap(entry -> entry.getValue().group().stream())
            .collect(Collectors.groupingBy(group -> group, Collectors.counting()));
    return Math.toIntExact(byGroup.values().stream().filter(count -> count >= BATCH).count());
  }

  /**
   * Makes the messages visible again. Examined ones are remembered. One that is visible by now is
   * left alone, since others may have received it.
   *
   * @param extra time beyond the end of the run; messages that it does not suffice for come back
   *     when their hiding ends
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
    int some = BATCH * mostCalls;
    for (int next = 0; next < hidden.size() && clock.instant().isBefore(stop); next += some) {
      show(hidden.subList(next, Math.min(hidden.size(), next + some)), stop);
    }
  }

  private void show(List<String> receipts, Instant stop) {
    List<Supplier<Boolean>> changes = new ArrayList<>();
    for (int next = 0; next < receipts.size(); next += BATCH) {
      List<String> batch = receipts.subList(next, Math.min(receipts.size(), next + BATCH));
      changes.add(
          () -> {
            boolean isInTime = clock.instant().isBefore(stop);
            if (isInTime) {
              queues.hide(batch, Duration.ZERO);
            }
            return isInTime;
          });
    }
    RunThreads.atOnce(changes);
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private void count(List<DeadLetter> received, List<DeadLetter> fresh) {
    emptyPolls = received.isEmpty() ? emptyPolls + 1 : 0;
    stalePolls = fresh.isEmpty() ? stalePolls + 1 : 0;
  }

  /** Returns fewer at a low rate, so that none is hidden for long before its turn. */
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
