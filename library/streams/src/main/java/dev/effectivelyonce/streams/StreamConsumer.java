package dev.effectivelyonce.streams;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.batch.BatchMessage;
import dev.effectivelyonce.batch.BatchRunner;
import dev.effectivelyonce.batch.Checkpoints;
import dev.effectivelyonce.batch.HandledMessage;
import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.batch.TimeBudget;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.UnsoundProcessError;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles batches of a Kinesis stream or a table's stream, each business event once. Make one when
 * the function starts and use it for every invocation; it is safe for use by many at once.
 *
 * <p>It answers with the first record that is not done, and Lambda delivers again from there. What
 * is done behind it is skipped then. A record that may run again later waits in its lane. What
 * failed for good is parked, and holds nothing. The event source mapping must have {@code
 * ReportBatchItemFailures}.
 *
 * @param <M> the type of the payload
 */
public final class StreamConsumer<M> implements RequestStreamHandler {
  private static final Logger LOG = LoggerFactory.getLogger(StreamConsumer.class);

  /** The time that the answer needs at the end of an invocation. */
  private static final Duration ANSWER_TIME = Duration.ofMillis(100);

  private final StreamConsumerBuilder<M> settings;
  private final StreamHandler<M> handler;
  private final BatchRunner<StreamRecord> batches;
  private final Checkpoints<StreamRecord> checkpoints;
  private final StreamEvents events = new StreamEvents();

  StreamConsumer(
      StreamConsumerBuilder<M> settings,
      StreamHandler<M> handler,
      BatchRunner<StreamRecord> batches) {
    this.settings = settings;
    this.handler = handler;
    this.batches = batches;
    this.checkpoints =
        new Checkpoints<>(settings.parking(), this::parked, settings.platform.clock());
  }

  /** Starts to describe a consumer; {@link StreamConsumerBuilder} says what it needs. */
  public static <M> StreamConsumerBuilder<M> of(StreamIdentity<M> identity) {
    return new StreamConsumerBuilder<>(identity);
  }

  /**
   * Handles a batch and writes the partial batch response. Returns when every handler that it
   * started has ended.
   *
   * @throws IOException if the event is not JSON; nothing has happened then
   * @throws ConfigurationException if it is no batch of this consumer's kind of stream, or of a
   *     tumbling window; nothing has happened then
   * @throws IllegalStateException if what is not done can't be named: a record has no sequence
   *     number, or records are of several shards. The whole batch comes back then
   * @throws UnsoundProcessError if the process can't go on; what was done is recorded
   */
  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    Duration left = Duration.ofMillis(Math.max(0, context.getRemainingTimeInMillis()));
    Instant now = settings.platform.clock().instant();
    Instant never = now.plus(left).plus(settings.leaseMargin);
    TimeBudget time = TimeBudget.of(now, left, never, settings.reserve, settings.leaseMargin);
    List<HandledMessage<StreamRecord>> handled =
        handled(events.read(input, settings.identity.kind()), time);
    List<StreamRecord> unfinished =
        checkpoints.unfinished(handled, time.deadline().minus(ANSWER_TIME));
    if (unfinished.size() > 1) {
      throw new IllegalStateException(
          "Records of several shards are not done, and the answer can name one. The batch fails.");
    }
    events.write(output, unfinished.stream().findFirst().flatMap(StreamRecord::sequenceNumber));
  }

  private List<HandledMessage<StreamRecord>> handled(List<StreamRecord> records, TimeBudget time) {
    try {
      List<BatchMessage<StreamRecord>> read =
          records.stream().map(it -> settings.identity.read(it, handler)).toList();
      return batches.run(settings.lanes.of(read), time);
    } finally {
      flush();
    }
  }

  private void flush() {
    try {
      settings.observer.flush();
    } catch (Throwable thrown) {
      // Errors are caught too: the answer of the batch must not be lost because of a metric.
      LOG.warn("The observer failed at the end of a batch", thrown);
    }
  }

  private ParkedMessage parked(StreamRecord record, String why) {
    return new ParkedMessage(
        record.origin(), settings.identity.consumer(), events.text(record), why);
  }
}
