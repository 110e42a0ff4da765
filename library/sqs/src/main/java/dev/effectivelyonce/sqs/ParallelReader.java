package dev.effectivelyonce.sqs;

import dev.effectivelyonce.sqs.ReadMessage.Deferred;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Reads messages whose payloads are elsewhere, for at most the time that is given. */
final class ParallelReader {
  private static final int READS_AT_ONCE = 32;

  private ParallelReader() {}

  /** Returns the events of each message. Those of a message not read in time are deferred. */
  static <M> List<List<ReadMessage<M>>> read(
      List<SqsMessage> messages, Function<SqsMessage, List<ReadMessage<M>>> read, Duration left) {
    if (!left.isPositive()) {
      return messages.stream().map(message -> List.of(ParallelReader.<M>late(message))).toList();
    }
    Semaphore slots = new Semaphore(READS_AT_ONCE);
    List<Callable<List<ReadMessage<M>>>> reads =
        messages.stream().map(message -> slotted(slots, message, read)).toList();
    // Not closed: that would wait for a read that does not end.
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    List<Future<List<ReadMessage<M>>>> ended = List.of();
    try {
      ended = threads.invokeAll(reads, left.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      threads.shutdownNow();
    }
    List<List<ReadMessage<M>>> events = new ArrayList<>();
    for (int index = 0; index < messages.size(); index++) {
      events.add(
          index < ended.size() && ended.get(index).state() == Future.State.SUCCESS
              ? ended.get(index).resultNow()
              : List.of(late(messages.get(index))));
    }
    return events;
  }

  private static <M> Callable<List<ReadMessage<M>>> slotted(
      Semaphore slots, SqsMessage message, Function<SqsMessage, List<ReadMessage<M>>> read) {
    return () -> {
      slots.acquire();
      try {
        return read.apply(message);
      } finally {
        slots.release();
      }
    };
  }

  private static <M> ReadMessage<M> late(SqsMessage message) {
    return new Deferred<>(
        message,
        "The payload was not read in the time of this invocation. It is tried again.",
        new CancellationException("Out of time"),
        Optional.empty());
  }
}
