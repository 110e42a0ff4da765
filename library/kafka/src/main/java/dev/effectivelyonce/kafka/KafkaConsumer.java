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
 * Handles batches of Kafka topics and runs each business event once. It supports Amazon MSK and
 * self-managed clusters. Create one consumer when the function starts and use it for every
 * invocation. It is safe for use by many invocations at once.
 *
 * <p>The consumer answers with the first record of each partition that is not done, and Lambda
 * delivers again from that record. Later records that are already done are then skipped. A record
 * that may run again later waits in its lane. A record that failed for good is parked and does not
 * hold up others. The event source mapping must be in provisioned mode and have {@code
 * ReportBatchItemFailures}.
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

  /**
   * Returns a builder for a consumer; see {@link KafkaConsumerBuilder} for the required settings.
   */
  public static <M> KafkaConsumerBuilder<M> of(KafkaIdentity<M> identity) {
    return new KafkaConsumerBuilder<>(identity);
  }

  /**
   * Handles a batch and writes the partial batch response. It returns after every handler that it
   * started has ended.
   *
   * @throws IOException if the event is not JSON; nothing has happened then
   * @throws ConfigurationException if the event is not a Kafka batch, or contains a partition twice
   *     or a topic that the identity does not name; nothing has happened then
   * @throws IllegalStateException if a record without an offset is not done; the whole batch then
   *     comes back
   * @throws FatalProcessError if the process can't go on; the outcomes so far are recorded
   */
  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    events.write(output, batches.handle(events.read(input, identity.topics()), context));
  }
}
