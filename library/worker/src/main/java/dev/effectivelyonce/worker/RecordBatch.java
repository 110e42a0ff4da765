package dev.effectivelyonce.worker;

import dev.effectivelyonce.batch.BatchListener;
import dev.effectivelyonce.batch.Disposition.Fail;
import dev.effectivelyonce.batch.HandledMessage;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.kafka.KafkaRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Records of a partition that are handled together. */
final class RecordBatch implements Supplier<RecordBatch.Progress>, BatchListener<KafkaRecord> {
  private static final Logger LOG = LoggerFactory.getLogger(RecordBatch.class);

  /** A batch starts nothing more after it, so that what it has done is committed and parked. */
  private static final Duration SLICE = Duration.ofSeconds(10);

  /**
   * How far a batch came.
   *
   * @param position the offset of the first record that is not done
   * @param pause the wait that this record asks for; empty if it only was not begun
   */
  record Progress(long position, Optional<Duration> pause) {}

  private final KafkaWorker worker;
  private final List<ConsumerRecord<byte[], byte[]>> records;
  private final BooleanSupplier isLeft;
  private final Instant sliceEnd;
  private final Queue<Duration> waits = new ConcurrentLinkedQueue<>();
  private volatile boolean wasSliced;

  RecordBatch(
      KafkaWorker worker, List<ConsumerRecord<byte[], byte[]>> records, BooleanSupplier isLeft) {
    this.worker = worker;
    this.records = records;
    this.isLeft = isLeft;
    this.sliceEnd = worker.now().plus(SLICE);
  }

  /** Returns when the last handler has ended. Never throws. */
  @Override
  public Progress get() {
    try {
      long position =
          worker.handle(records, this::mayStartNoMore, this).stream()
              .findFirst()
              .flatMap(KafkaRecord::offset)
              .orElse(records.getLast().offset() + 1);
      return new Progress(position, wasSliced ? Optional.empty() : Optional.of(shortestWait()));
    } catch (Throwable thrown) {
      LOG.error("A batch of {} failed. It is tried again.", records.getFirst().topic(), thrown);
      worker.failIfFatal(thrown);
      return new Progress(records.getFirst().offset(), Optional.of(Duration.ZERO));
    }
  }

  private Duration shortestWait() {
    return waits.stream().min(Comparator.naturalOrder()).orElse(Duration.ZERO);
  }

  private boolean mayStartNoMore() {
    boolean isOver = !worker.now().isBefore(sliceEnd);
    if (isOver) {
      wasSliced = true;
    }
    return isOver || worker.isEnding() || isLeft.getAsBoolean();
  }

  @Override
  public void onSettled(HandledMessage<KafkaRecord> handled) {
    if (handled.disposition() instanceof Fail fail) {
      fail.visibleAfter().ifPresent(waits::add);
    }
  }

  @Override
  public void onFatal(FatalProcessError error) {
    worker.failIfFatal(error);
  }
}
