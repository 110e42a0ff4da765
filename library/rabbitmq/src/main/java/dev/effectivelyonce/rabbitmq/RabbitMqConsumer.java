package dev.effectivelyonce.rabbitmq;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.batch.BatchListener;
import dev.effectivelyonce.batch.UnfinishedBatchException;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.retry.Backoff;
import dev.effectivelyonce.streams.ParkingBatches;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

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
 * @param <M> the type of the payload, as the builder and the other sources' consumers have it
 */
@SuppressWarnings("UnusedTypeParameter")
public final class RabbitMqConsumer<M> implements RequestStreamHandler {
  /**
   * The settings that a process needs to know that receives messages for this consumer.
   *
   * @param name the consumer's name
   * @param queues the queues that it reads, such as {@code orders::/}; none: any
   * @param heartbeat the lease of claims that are renewed; empty if a claim lasts as long as the
   *     time of its batch
   * @param mode whether events run once
   * @param claims whether a claim comes before the handler
   * @param backoff the waits between the tries of a message
   * @param lanes which messages run one after the other
   */
  public record Terms(
      ConsumerName name,
      Set<String> queues,
      Optional<Duration> heartbeat,
      ConsumerMode mode,
      ClaimMode claims,
      Backoff backoff,
      QueueLanes lanes) {}

  private final Terms terms;
  private final ParkingBatches<RabbitMqMessage, Integer> batches;
  private final RabbitMqEvents events = new RabbitMqEvents();

  RabbitMqConsumer(Terms terms, ParkingBatches<RabbitMqMessage, Integer> batches) {
    this.terms = terms;
    this.batches = batches;
  }

  /**
   * Returns a builder for a consumer; see {@link RabbitMqConsumerBuilder} for the required
   * settings.
   */
  public static <M> RabbitMqConsumerBuilder<M> of(RabbitMqIdentity<M> identity) {
    return new RabbitMqConsumerBuilder<>(identity);
  }

  /** Returns the settings that a process needs to know that receives messages for it. */
  public Terms terms() {
    return terms;
  }

  /**
   * Handles a batch that a process received itself. It returns after every handler that it started
   * has ended, and normally only if all messages are done or parked. A message that may run again
   * does not wait here: the process waits, and hands it over once more.
   *
   * @param event the batch in the form in which Lambda delivers it
   * @param isStopping whether no further handler may start; asked before each, by any thread
   * @param listener hears of each message when it is settled
   * @throws ConfigurationException as {@link #handleRequest}
   * @throws UnfinishedBatchException if a message is not done
   * @throws FatalProcessError if the process can't go on; the outcomes so far are recorded
   */
  public void handle(
      JsonNode event, BooleanSupplier isStopping, BatchListener<RabbitMqMessage> listener) {
    batches.handle(events.read(event, terms.queues()), isStopping, listener);
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
    events.write(output, batches.handle(events.read(input, terms.queues()), context));
  }
}
