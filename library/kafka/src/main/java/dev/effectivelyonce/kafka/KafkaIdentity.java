package dev.effectivelyonce.kafka;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.effectivelyonce.batch.BatchMessage;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.sqs.Envelope;
import dev.effectivelyonce.sqs.JsonCodec;
import dev.effectivelyonce.sqs.PayloadType;
import dev.effectivelyonce.sqs.UnreadableMessageException;
import dev.effectivelyonce.streams.RecordReader;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The identity of a consumer's records: the consumer's name, the type of the records, their
 * business key, the topics, and the fingerprint that must agree between two records with the same
 * key.
 *
 * @param <M> the type of the payload
 */
public final class KafkaIdentity<M> {
  private final ConsumerName consumer;
  private final Set<String> topics;
  private final RecordReader<KafkaRecord, M> reader;

  private KafkaIdentity(
      ConsumerName consumer, Set<String> topics, RecordReader<KafkaRecord, M> reader) {
    this.consumer = consumer;
    this.topics = topics;
    this.reader = reader;
  }

  /**
   * Returns the identity of records with a value. The value is JSON that is read as the type. For
   * {@code String} the payload is the text as it is, and for {@code byte[]} the value need not be
   * text. A tombstone, which is a record with a null value, is parked.
   *
   * @throws ConfigurationException if the name is not a valid {@link ConsumerName}
   */
  public static <M> KafkaIdentity<M> of(String consumer, Class<M> type, KafkaKey<M> key) {
    return of(consumer, PayloadType.of(type), key);
  }

  /**
   * Returns the identity of records with a value of a generic type, such as {@code new
   * TypeReference<CloudEvent<Order>>() {}}; otherwise like {@link #of(String, Class, KafkaKey)}.
   *
   * @throws ConfigurationException if the name is not a valid {@link ConsumerName}
   */
  public static <M> KafkaIdentity<M> of(String consumer, TypeReference<M> type, KafkaKey<M> key) {
    return of(consumer, PayloadType.of(type), key);
  }

  private static <M> KafkaIdentity<M> of(String consumer, PayloadType<M> type, KafkaKey<M> key) {
    return of(
        consumer,
        type,
        (record, opening, json) ->
            record.value(opening, type, json).orElseThrow(KafkaIdentity::tombstone),
        key);
  }

  /**
   * Returns the identity of the records of a compacted topic. The payload is empty for a tombstone,
   * which deletes the entity with its record key. The business key must identify the change and not
   * the entity: with only the record key, the first change would run and all others would be
   * skipped.
   *
   * @throws ConfigurationException if the name is not a valid {@link ConsumerName}
   */
  public static <M> KafkaIdentity<Optional<M>> ofCompacted(
      String consumer, Class<M> type, KafkaKey<Optional<M>> key) {
    return ofCompacted(consumer, PayloadType.of(type), key);
  }

  /**
   * Returns the identity of the records of a compacted topic of a generic type; otherwise like
   * {@link #ofCompacted(String, Class, KafkaKey)}.
   *
   * @throws ConfigurationException if the name is not a valid {@link ConsumerName}
   */
  public static <M> KafkaIdentity<Optional<M>> ofCompacted(
      String consumer, TypeReference<M> type, KafkaKey<Optional<M>> key) {
    return ofCompacted(consumer, PayloadType.of(type), key);
  }

  private static <M> KafkaIdentity<Optional<M>> ofCompacted(
      String consumer, PayloadType<M> type, KafkaKey<Optional<M>> key) {
    return of(consumer, type, (record, opening, json) -> record.value(opening, type, json), key);
  }

  private static <M> KafkaIdentity<M> of(
      String consumer,
      PayloadType<?> type,
      RecordReader.Payloads<KafkaRecord, M> payloads,
      KafkaKey<M> key) {
    return new KafkaIdentity<>(
        new ConsumerName(consumer), Set.of(), RecordReader.of(type, payloads, key::of));
  }

  private static UnreadableMessageException tombstone() {
    return new UnreadableMessageException(
        "The record is a tombstone: its value is null", "Make the identity by ofCompacted(...)");
  }

  /**
   * Returns this identity, restricted to these topics. An invocation with records of another topic
   * fails. Default: any topic.
   */
  public KafkaIdentity<M> topics(String... names) {
    return new KafkaIdentity<>(consumer, Set.of(names), reader);
  }

  /**
   * Returns this identity with a fingerprint, which must agree between two records with the same
   * key.
   */
  public KafkaIdentity<M> fingerprint(Function<M, Fingerprint> agreeing) {
    return new KafkaIdentity<>(consumer, topics, reader.fingerprint(agreeing));
  }

  /**
   * Returns this identity with an envelope around the values, such as {@link Envelope#gzip()}. The
   * payload is the content of the envelope. The envelope's attributes and its id are not kept.
   *
   * @throws ConfigurationException if the envelope may contain several events or a pointer to a
   *     payload
   */
  public KafkaIdentity<M> envelope(Envelope declared) {
    return new KafkaIdentity<>(consumer, topics, reader.envelope(declared));
  }

  /** Returns this identity with another codec, which reads payloads and writes results. */
  public KafkaIdentity<M> json(JsonCodec codec) {
    return new KafkaIdentity<>(consumer, topics, reader.json(codec));
  }

  /** Returns the consumer's name. */
  public ConsumerName consumer() {
    return consumer;
  }

  Set<String> topics() {
    return topics;
  }

  JsonCodec json() {
    return reader.json();
  }

  void check() {
    reader.check(consumer);
  }

  BatchMessage<KafkaRecord> read(KafkaRecord record, KafkaHandler<M> handler) {
    return reader.read(
        record, payload -> attempt -> handler.handle(payload, new KafkaDelivery(record, attempt)));
  }
}
