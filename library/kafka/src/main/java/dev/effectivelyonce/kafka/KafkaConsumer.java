package dev.effectivelyonce.kafka;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.streams.ParkingBatches;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/**
 * Handles batches of Kafka topics, each business event once: of Amazon MSK and of a self-managed
 * cluster. Make one when the function starts and use it for every invocation; it is safe for use by
 * many at once.
 *
 * <p>It answers with the first record of each partition that is not done, and Lambda delivers again
 * from there. What is done behind it is skipped then. A record that may run again later waits in
 * its lane. What failed for good is parked, and holds nothing. The event source mapping must be in
 * provisioned mode and have {@code ReportBatchItemFailures}.
 *
 * @param <M> the type of the payload
 */
public final class KafkaConsumer<M> implements RequestStreamHandler {
  private final KafkaIdentity<M> identity;
  private final ParkingBatches<KafkaRecord, List<KafkaRecord>> batches;
  private final KafkaEvents events = new KafkaEvents();

  KafkaConsumer(KafkaIdentity<M> identity, ParkingBatches<KafkaRecord, List<KafkaRecord>> batches) {
    this.identity = identity;
    this.batches = batches;
  }

  /** Starts to describe a consumer; {@link KafkaConsumerBuilder} says what it needs. */
  public static <M> KafkaConsumerBuilder<M> of(KafkaIdentity<M> identity) {
    return new KafkaConsumerBuilder<>(identity);
  }

  /**
   * Handles a batch and writes the partial batch response. Returns when every handler that it
   * started has ended.
   *
   * @throws IOException if the event is not JSON, or names a partition twice; nothing has happened
   *     then
   * @throws ConfigurationException if it is no batch of Kafka, or of a topic that the identity does
   *     not name; nothing has happened then
   * @throws IllegalStateException if a record without an offset is not done. The whole batch comes
   *     back then
   * @throws FatalProcessError if the process can't go on; what was done is recorded
   */
  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    events.write(output, batches.handle(events.read(input, identity.topics()), context));
  }
}
