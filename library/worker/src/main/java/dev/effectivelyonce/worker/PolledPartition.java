package dev.effectivelyonce.worker;

import dev.effectivelyonce.worker.RecordBatch.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A partition that this process reads: the records that were polled and are not done, and how far
 * it came. It belongs to the thread that polls; its batch runs on another one.
 */
final class PolledPartition {
  /** After so many, what is done is committed and parked. */
  private static final int MOST_OF_A_BATCH = 50;

  private final KafkaWorker worker;
  private List<ConsumerRecord<byte[], byte[]>> open = List.of();
  private Optional<CompletableFuture<Progress>> batch = Optional.empty();
  private Instant dueAt = Instant.EPOCH;
  private int tries;
  private OptionalLong position = OptionalLong.empty();
  private OptionalLong committed = OptionalLong.empty();
  private volatile boolean isLeft;

  PolledPartition(KafkaWorker worker) {
    this.worker = worker;
  }

  /** Takes records that were polled; the ones before them are done. */
  void take(List<ConsumerRecord<byte[], byte[]>> polled) {
    open = polled;
    tries = 0;
    dueAt = Instant.EPOCH;
  }

  /** Returns whether all records that were polled are done. */
  boolean isIdle() {
    return open.isEmpty();
  }

  /** Lets no further handler start: the partition is another process's, or soon will be. */
  void leave() {
    isLeft = true;
  }

  /** Returns the batch that runs, or has ended and is not settled. */
  Optional<CompletableFuture<Progress>> batch() {
    return batch;
  }

  /** Returns how long records wait until they may run; empty if none waits. */
  Optional<Duration> untilDue() {
    return isIdle() || batch.isPresent()
        ? Optional.empty()
        : Optional.of(Duration.between(worker.now(), dueAt));
  }

  /** Starts a batch of the records that are not done, if it is time. */
  void startIfDue() {
    if (untilDue().filter(it -> !it.isPositive()).isPresent()) {
      List<ConsumerRecord<byte[], byte[]>> next =
          open.subList(0, Math.min(MOST_OF_A_BATCH, open.size()));
      batch = Optional.of(worker.start(next, () -> isLeft));
    }
  }

  /** Takes what the batch has done, if it has ended. */
  void settle() {
    batch.filter(CompletableFuture::isDone).map(CompletableFuture::join).ifPresent(this::settle);
  }

  private void settle(Progress progress) {
    tries = progress.position() > open.getFirst().offset() ? 0 : tries;
    dueAt = worker.now().plus(progress.pause().map(this::atLeastBackoff).orElse(Duration.ZERO));
    open = open.stream().filter(it -> it.offset() >= progress.position()).toList();
    position = OptionalLong.of(progress.position());
    batch = Optional.empty();
  }

  private Duration atLeastBackoff(Duration wait) {
    tries++;
    Duration paced = worker.backoff(tries);
    return wait.compareTo(paced) > 0 ? wait : paced;
  }

  /** Returns the offset to commit; empty if no record is done, or it was asked for. */
  OptionalLong uncommitted() {
    return position.equals(committed) ? OptionalLong.empty() : position;
  }

  /** Notes that its position is asked to be committed. */
  void askedToCommit() {
    committed = position;
  }

  /** Notes that a commit failed, so that the position is committed with the next one. */
  void notCommitted() {
    committed = OptionalLong.empty();
  }
}
