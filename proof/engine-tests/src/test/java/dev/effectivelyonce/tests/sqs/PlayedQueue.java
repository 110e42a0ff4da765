package dev.effectivelyonce.tests.sqs;

import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.Visibility.Change;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** A queue as SQS plays it, in the time of a bench: it hides, counts and gives up its messages. */
final class PlayedQueue {
  /** How a message's way ended. */
  enum End {
    ACKNOWLEDGED,
    DEAD_LETTERED
  }

  /** A message on its way. */
  private static final class Letter {
    private final SqsRecord record;
    private int receives;
    private Instant visibleAt;

    Letter(SqsRecord record, Instant sent) {
      this.record = record;
      this.visibleAt = sent;
    }

    String id() {
      return record.toMessage().getMessageId();
    }
  }

  private final Bench bench;
  private final int maxReceiveCount;
  private final Duration visibilityTimeout;
  private final Map<String, End> ends = new LinkedHashMap<>();

  PlayedQueue(Bench bench, int maxReceiveCount, Duration visibilityTimeout) {
    this.bench = bench;
    this.maxReceiveCount = maxReceiveCount;
    this.visibilityTimeout = visibilityTimeout;
  }

  /** Delivers messages of one group or key, the visible ones together, until each way has ended. */
  Map<String, End> play(Supplier<SqsConsumer<?>> process, SqsRecord... messages) {
    Instant sent = bench.clock.instant();
    List<Letter> letters =
        IntStream.range(0, messages.length)
            .mapToObj(index -> new Letter(messages[index], sent))
            .toList();
    while (ends.size() < messages.length) {
      List<Letter> open = letters.stream().filter(it -> !ends.containsKey(it.id())).toList();
      Instant next = open.stream().map(it -> it.visibleAt).min(Comparator.naturalOrder()).get();
      if (bench.clock.instant().isBefore(next)) {
        bench.clock.set(next);
      }
      deliver(
          process.get(),
          open.stream().filter(it -> !it.visibleAt.isAfter(bench.clock.instant())).toList());
    }
    return Map.copyOf(ends);
  }

  private void deliver(SqsConsumer<?> consumer, List<Letter> visible) {
    Instant received = bench.clock.instant();
    List<Letter> batch = visible.stream().filter(this::isReceived).toList();
    if (batch.isEmpty()) {
      return;
    }
    batch.forEach(letter -> letter.visibleAt = received.plus(visibilityTimeout));
    bench.context.endAt(received.plus(Bench.TIMEOUT));
    int changed = bench.visibility.changes().size();
    List<String> failed = failed(consumer, batch);
    List<Change> changes = bench.visibility.changes();
    for (Letter letter : batch) {
      if (!failed.contains(letter.id())) {
        ends.put(letter.id(), End.ACKNOWLEDGED);
      }
      changes.subList(changed, changes.size()).stream()
          .filter(change -> change.messageId().equals(letter.id()))
          .forEach(change -> letter.visibleAt = bench.clock.instant().plus(change.after()));
    }
  }

  /** An invocation that throws keeps its whole batch. */
  private List<String> failed(SqsConsumer<?> consumer, List<Letter> batch) {
    SqsRecord[] records =
        batch.stream()
            .map(letter -> letter.record.receiveCount(letter.receives))
            .toArray(SqsRecord[]::new);
    try {
      return bench.failed(consumer, records);
    } catch (VirtualMachineError died) {
      return batch.stream().map(Letter::id).toList();
    }
  }

  private boolean isReceived(Letter letter) {
    if (letter.receives == maxReceiveCount) {
      ends.put(letter.id(), End.DEAD_LETTERED);
      return false;
    }
    letter.receives++;
    return true;
  }
}
