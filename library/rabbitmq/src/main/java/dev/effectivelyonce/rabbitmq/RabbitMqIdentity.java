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
 * The identity of a consumer's messages: the consumer's name, the type of the messages, their
 * business key, the queues, and the fingerprint that must agree between two messages with the same
 * key.
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
   * Returns the identity of messages. Their data is JSON that is read as the type. For {@code
   * String} the payload is the text as it is, and for {@code byte[]} the data need not be text.
   *
   * @throws ConfigurationException if the name is not a valid {@link ConsumerName}
   */
  public static <M> RabbitMqIdentity<M> of(String consumer, Class<M> type, RabbitMqKey<M> key) {
    return of(consumer, PayloadType.of(type), key);
  }

  /**
   * Returns the identity of messages of a generic type, such as {@code new
   * TypeReference<CloudEvent<Order>>() {}}.
   *
   * @throws ConfigurationException if the name is not a valid {@link ConsumerName}
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
   * Returns this identity, restricted to these queues. An invocation with messages of another queue
   * fails. Default: any queue.
   *
   * @param names the queues, each with its virtual host, such as {@code orders::/}
   */
  public RabbitMqIdentity<M> queues(String... names) {
    return new RabbitMqIdentity<>(consumer, Set.of(names), reader);
  }

  /**
   * Returns this identity with a fingerprint, which must agree between two messages with the same
   * key.
   */
  public RabbitMqIdentity<M> fingerprint(Function<M, Fingerprint> agreeing) {
    return new RabbitMqIdentity<>(consumer, queues, reader.fingerprint(agreeing));
  }

  /**
   * Returns this identity with an envelope around the data, such as {@link Envelope#gzip()}. The
   * payload is the content of the envelope. The envelope's attributes and its id are not kept.
   *
   * @throws ConfigurationException if the envelope may contain several events or a pointer to a
   *     payload
   */
  public RabbitMqIdentity<M> envelope(Envelope declared) {
    return new RabbitMqIdentity<>(consumer, queues, reader.envelope(declared));
  }

  /** Returns this identity with another codec, which reads payloads and writes results. */
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
