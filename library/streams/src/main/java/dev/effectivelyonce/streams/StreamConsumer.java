package dev.effectivelyonce.streams;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.FatalProcessError;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/**
 * Handles batches of a Kinesis stream or a DynamoDB stream and runs each business event once.
 * Create one consumer when the function starts and use it for every invocation. It is safe for use
 * by many invocations at once.
 *
 * <p>The consumer answers with the first record that is not done, and Lambda delivers again from
 * that record. Later records that are already done are then skipped. A record that may run again
 * later waits in its lane. A record that failed for good is parked and does not hold up others. The
 * event source mapping must have {@code ReportBatchItemFailures}.
 *
 * @param <M> the type of the payload
 */
public final class StreamConsumer<M> implements RequestStreamHandler {
  private final StreamIdentity<M> identity;
  private final ParkingBatches<StreamRecord, List<StreamRecord>> batches;
  private final StreamEvents events = new StreamEvents();

  StreamConsumer(
      StreamIdentity<M> identity, ParkingBatches<StreamRecord, List<StreamRecord>> batches) {
    this.identity = identity;
    this.batches = batches;
  }

  /**
   * Returns a builder for a consumer; see {@link StreamConsumerBuilder} for the required settings.
   */
  public static <M> StreamConsumerBuilder<M> of(StreamIdentity<M> identity) {
    return new StreamConsumerBuilder<>(identity);
  }

  /**
   * Handles a batch and writes the partial batch response. It returns after every handler that it
   * started has ended.
   *
   * @throws IOException if the event is not JSON; nothing has happened then
   * @throws ConfigurationException if the event is not a batch of this consumer's kind of stream,
   *     or is a batch of a tumbling window; nothing has happened then
   * @throws IllegalStateException if the consumer can't name the records that are not done, because
   *     a record has no sequence number or the records are of several shards; the whole batch then
   *     comes back
   * @throws FatalProcessError if the process can't go on; the outcomes so far are recorded
   */
  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    List<StreamRecord> unfinished = batches.handle(events.read(input, identity.kind()), context);
    if (unfinished.size() > 1) {
      throw new IllegalStateException(
          "Records of several shards are not done, and the answer can name one. The batch fails.");
    }
    events.write(output, unfinished.stream().findFirst().flatMap(StreamRecord::sequenceNumber));
  }
}
