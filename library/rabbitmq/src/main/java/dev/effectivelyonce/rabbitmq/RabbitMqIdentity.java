package dev.effectivelyonce.rabbitmq;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.effectivelyonce.batch.BatchMessage;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.sqs.Envelope;
import dev.effectivelyonce.sqs.JsonCodec;
import dev.effectivelyonce.sqs.PayloadType;
import dev.effectivelyonce.streams.RecordReader;
import java.util.Set;
import java.util.function.Function;

/**
 * The identity of a consumer's messages: its name, their type, their business key, the queues, and
 * the fingerprint that two of one key must share.
 *
 * @param <M> the type of the payload
 */
public final class RabbitMqIdentity<M> {
  private final ConsumerName consumer;
  private final Set<String> queues;
  private final RecordReader<RabbitMqMessage, M> reader;

  private RabbitMqIdentity(
      ConsumerName consumer, Set<String> queues, RecordReader<RabbitMqMessage, M> reader) {
    this.consumer = consumer;
    this.queues = queues;
    this.reader = reader;
  }

  /**
   * Returns the identity of messages whose data is JSON that is read as the type. {@code String}
   * takes it as it is, and {@code byte[]} need not be text.
   *
   * @throws ConfigurationException if the name has another form than {@link ConsumerName}'s
   */
  public static <M> RabbitMqIdentity<M> of(String consumer, Class<M> type, RabbitMqKey<M> key) {
    return of(consumer, PayloadType.of(type), key);
  }

  /**
   * Returns the identity of messages of a generic type, such as {@code new
   * TypeReference<CloudEvent<Order>>() {}}.
   *
   * @throws ConfigurationException if the name has another form than {@link ConsumerName}'s
   */
  public static <M> RabbitMqIdentity<M> of(
      String consumer, TypeReference<M> type, RabbitMqKey<M> key) {
    return of(consumer, PayloadType.of(type), key);
  }

  private static <M> RabbitMqIdentity<M> of(
      String consumer, PayloadType<M> type, RabbitMqKey<M> key) {
    return new RabbitMqIdentity<>(
        new ConsumerName(consumer),
        Set.of(),
        RecordReader.of(
            type, (message, opening, json) -> message.payload(opening, type, json), key::of));
  }

  /**
   * Returns this identity for these queues alone: an invocation with messages of another one fails.
   * Default: of any queue.
   *
   * @param names each with its virtual host, as {@code orders::/}
   */
  public RabbitMqIdentity<M> queues(String... names) {
    return new RabbitMqIdentity<>(consumer, Set.of(names), reader);
  }

  /** Returns this identity with what must agree between two messages with the same key. */
  public RabbitMqIdentity<M> fingerprint(Function<M, Fingerprint> agreeing) {
    return new RabbitMqIdentity<>(consumer, queues, reader.fingerprint(agreeing));
  }

  /**
   * Returns this identity with data that comes in an envelope, such as {@link Envelope#gzip()}. The
   * payload is what is inside. Its attributes and its id are not kept.
   *
   * @throws ConfigurationException if the envelope may hold several events, or a payload that is
   *     elsewhere
   */
  public RabbitMqIdentity<M> envelope(Envelope declared) {
    return new RabbitMqIdentity<>(consumer, queues, reader.envelope(declared));
  }

  /** Returns this identity with payloads read, and results written, by another codec. */
  public RabbitMqIdentity<M> json(JsonCodec codec) {
    return new RabbitMqIdentity<>(consumer, queues, reader.json(codec));
  }

  /** Returns the consumer's name. */
  public ConsumerName consumer() {
    return consumer;
  }

  Set<String> queues() {
    return queues;
  }

  JsonCodec json() {
    return reader.json();
  }

  void check() {
    reader.check(consumer);
  }

  BatchMessage<RabbitMqMessage> read(RabbitMqMessage message, RabbitMqHandler<M> handler) {
    return reader.read(
        message,
        payload -> attempt -> handler.handle(payload, new RabbitMqDelivery(message, attempt)));
  }
}
