package dev.effectivelyonce.worker;

import dev.effectivelyonce.batch.BatchListener;
import dev.effectivelyonce.batch.Disposition.Fail;
import dev.effectivelyonce.batch.HandledMessage;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.kafka.KafkaRecord;
import java.time.Duration;
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

  /**
   * How far a batch came.
   *
   * @param position the offset of the first record that is not done
   * @param pause the wait that this record asks for; empty if all of the batch are done
   */
  record Progress(long position, Optional<Duration> pause) {}

  private final KafkaWorker worker;
  private final List<ConsumerRecord<byte[], byte[]>> records;
  private final BooleanSupplier isLeft;
  private final Queue<Duration> waits = new ConcurrentLinkedQueue<>();

  RecordBatch(
      KafkaWorker worker, List<ConsumerRecord<byte[], byte[]>> records, BooleanSupplier isLeft) {
    this.worker = worker;
    this.records = records;
    this.isLeft = isLeft;
  }

  /** Returns when the last handler has ended. Never throws. */
  @Override
  public Progress get() {
    try {
      return worker.handle(records, () -> worker.isEnding() || isLeft.getAsBoolean(), this).stream()
          .findFirst()
          .flatMap(KafkaRecord::offset)
          .map(first -> new Progress(first, Optional.of(shortestWait())))
          .orElseGet(() -> new Progress(records.getLast().offset() + 1, Optional.empty()));
    } catch (Throwable thrown) {
      LOG.error("A batch of {} failed. It is tried again.", records.getFirst().topic(), thrown);
      worker.failIfFatal(thrown);
      return new Progress(records.getFirst().offset(), Optional.of(Duration.ZERO));
    }
  }

  private Duration shortestWait() {
    return waits.stream().min(Comparator.naturalOrder()).orElse(Duration.ZERO);
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
