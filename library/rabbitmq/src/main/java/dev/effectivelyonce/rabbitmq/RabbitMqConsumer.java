package dev.effectivelyonce.rabbitmq;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.batch.UnfinishedBatchException;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.streams.ParkingBatches;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Handles batches of a RabbitMQ queue on Amazon MQ and runs each business event once. Create one
 * consumer when the function starts and use it for every invocation. It is safe for use by many
 * invocations at once.
 *
 * <p>Lambda acknowledges a whole batch, or returns all of it to its queue. Therefore every message
 * of a batch runs, and a message that may run again waits in its lane as long as there is time.
 * Messages that failed for good are parked. If any message is not done after that, the invocation
 * fails and the batch comes back. Messages that are done are then skipped.
 *
 * @param <M> the type of the payload
 */
public final class RabbitMqConsumer<M> implements RequestStreamHandler {
  private final RabbitMqIdentity<M> identity;
  private final ParkingBatches<RabbitMqMessage, Integer> batches;
  private final RabbitMqEvents events = new RabbitMqEvents();

  RabbitMqConsumer(RabbitMqIdentity<M> identity, ParkingBatches<RabbitMqMessage, Integer> batches) {
    this.identity = identity;
    this.batches = batches;
  }

  /**
   * Returns a builder for a consumer; see {@link RabbitMqConsumerBuilder} for the required
   * settings.
   */
  public static <M> RabbitMqConsumerBuilder<M> of(RabbitMqIdentity<M> identity) {
    return new RabbitMqConsumerBuilder<>(identity);
  }

  /**
   * Handles a batch and writes the number of its messages. Lambda ignores this answer, but a replay
   * of parked messages uses it as proof that this consumer handled them. It returns after every
   * handler that it started has ended.
   *
   * @throws IOException if the event is not JSON; nothing has happened then
   * @throws ConfigurationException if the event is not a RabbitMQ batch, or contains a queue twice
   *     or one that the identity does not name; nothing has happened then
   * @throws UnfinishedBatchException if a message is not done; the whole batch then comes back
   * @throws FatalProcessError if the process can't go on; the outcomes so far are recorded
   */
  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    events.write(output, batches.handle(events.read(input, identity.queues()), context));
  }
}
