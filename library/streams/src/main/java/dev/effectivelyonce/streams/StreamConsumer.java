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
  private final StreamIdentity<M> identity;
  private final ParkingBatches<StreamRecord, List<StreamRecord>> batches;
  private final StreamEvents events = new StreamEvents();

  StreamConsumer(
      StreamIdentity<M> identity, ParkingBatches<StreamRecord, List<StreamRecord>> batches) {
    this.identity = identity;
    this.batches = batches;
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
   * @throws FatalProcessError if the process can't go on; what was done is recorded
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
