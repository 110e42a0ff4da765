package dev.effectivelyonce.kafka;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.batch.BatchListener;
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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

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
 * @param <M> the type of the payload, as the builder and the other sources' consumers have it
 */
@SuppressWarnings("UnusedTypeParameter")
public final class KafkaConsumer<M> implements RequestStreamHandler {
  /**
   * The settings that a process needs to know that polls records for this consumer.
   *
   * @param name the consumer's name
   * @param topics the topics that it reads; none: any
   * @param heartbeat the lease of claims that are renewed; empty if a claim lasts as long as the
   *     time of its batch
   * @param mode whether events run once
   * @param claims whether a claim comes before the handler
   * @param backoff the waits between the tries of a record
   */
  public record Terms(
      ConsumerName name,
      Set<String> topics,
      Optional<Duration> heartbeat,
      ConsumerMode mode,
      ClaimMode claims,
      Backoff backoff) {}

  private final Terms terms;
  private final ParkingBatches<KafkaRecord, List<KafkaRecord>> batches;
  private final KafkaEvents events = new KafkaEvents();

  KafkaConsumer(Terms terms, ParkingBatches<KafkaRecord, List<KafkaRecord>> batches) {
    this.terms = terms;
    this.batches = batches;
  }

  /**
   * Returns a builder for a consumer; see {@link KafkaConsumerBuilder} for the required settings.
   */
  public static <M> KafkaConsumerBuilder<M> of(KafkaIdentity<M> identity) {
    return new KafkaConsumerBuilder<>(identity);
  }

  /** Returns the settings that a process needs to know that polls records for it. */
  public Terms terms() {
    return terms;
  }

  /**
   * Handles a batch that a process polled itself, and returns the first record of each partition
   * that is not done. It returns after every handler that it started has ended. A record that may
   * run again does not wait here: the process waits, and hands it over once more.
   *
   * @param event the batch in the form in which Lambda delivers it
   * @param isStopping whether no further handler may start; asked before each, by any thread
   * @param listener hears of each record when it is settled
   * @throws ConfigurationException as {@link #handleRequest}
   * @throws IllegalStateException as {@link #handleRequest}
   * @throws FatalProcessError if the process can't go on; the outcomes so far are recorded
   */
  public List<KafkaRecord> handle(
      JsonNode event, BooleanSupplier isStopping, BatchListener<KafkaRecord> listener) {
    return batches.handle(events.read(event, terms.topics()), isStopping, listener);
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
    events.write(output, batches.handle(events.read(input, terms.topics()), context));
  }
}
