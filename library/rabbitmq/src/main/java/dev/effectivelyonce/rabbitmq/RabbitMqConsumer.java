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
 * Handles batches of a queue of RabbitMQ on Amazon MQ, each business event once. Make one when the
 * function starts and use it for every invocation; it is safe for use by many at once.
 *
 * <p>Lambda acknowledges a whole batch, or returns all of it to its queue. So every message of a
 * batch runs, and a message that may run again waits in its lane for as long as there is time. What
 * failed for good is parked. If anything is left then, the invocation fails, and the batch comes
 * back. What is done is skipped then.
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

  /** Starts to describe a consumer; {@link RabbitMqConsumerBuilder} says what it needs. */
  public static <M> RabbitMqConsumerBuilder<M> of(RabbitMqIdentity<M> identity) {
    return new RabbitMqConsumerBuilder<>(identity);
  }

  /**
   * Handles a batch, and writes how many messages it had. Lambda does not read that; a replay of
   * parked messages takes it for the proof that this consumer handled them. Returns when every
   * handler that it started has ended.
   *
   * @throws IOException if the event is not JSON, or names a queue twice; nothing has happened then
   * @throws ConfigurationException if it is no batch of RabbitMQ, or of a queue that the identity
   *     does not name; nothing has happened then
   * @throws UnfinishedBatchException if a message is not done. The whole batch comes back then
   * @throws FatalProcessError if the process can't go on; what was done is recorded
   */
  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    events.write(output, batches.handle(events.read(input, identity.queues()), context));
  }
}
