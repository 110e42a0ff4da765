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
 * The identity of a consumer's records: its name, their type, their business key, the topics, and
 * the fingerprint that two of one key must share.
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
   * Returns the identity of records with a value. It is JSON that is read as the type. {@code
   * String} takes it as it is, and {@code byte[]} need not be text. A record with a null value, a
   * tombstone, is parked.
   *
   * @throws ConfigurationException if the name has another form than {@link ConsumerName}'s
   */
  public static <M> KafkaIdentity<M> of(String consumer, Class<M> type, KafkaKey<M> key) {
    return of(consumer, PayloadType.of(type), key);
  }

  /**
   * Returns the identity of records with a value of a generic type, such as {@code new
   * TypeReference<CloudEvent<Order>>() {}}; else as {@link #of(String, Class, KafkaKey)}.
   *
   * @throws ConfigurationException if the name has another form than {@link ConsumerName}'s
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
   * which deletes what was written under its record key. A business key tells changes apart, not
   * entities: a record key alone would run the first change and skip the others.
   *
   * @throws ConfigurationException if the name has another form than {@link ConsumerName}'s
   */
  public static <M> KafkaIdentity<Optional<M>> ofCompacted(
      String consumer, Class<M> type, KafkaKey<Optional<M>> key) {
    return ofCompacted(consumer, PayloadType.of(type), key);
  }

  /**
   * Returns the identity of the records of a compacted topic of a generic type; else as {@link
   * #ofCompacted(String, Class, KafkaKey)}.
   *
   * @throws ConfigurationException if the name has another form than {@link ConsumerName}'s
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
   * Returns this identity for these topics alone: an invocation with records of another one fails.
   * Default: of any topic.
   */
  public KafkaIdentity<M> topics(String... names) {
    return new KafkaIdentity<>(consumer, Set.of(names), reader);
  }

  /** Returns this identity with what must agree between two records with the same key. */
  public KafkaIdentity<M> fingerprint(Function<M, Fingerprint> agreeing) {
    return new KafkaIdentity<>(consumer, topics, reader.fingerprint(agreeing));
  }

  /**
   * Returns this identity with values that come in an envelope, such as {@link Envelope#gzip()}.
   * The payload is what is inside. Its attributes and its id are not kept.
   *
   * @throws ConfigurationException if the envelope may hold several events, or a payload that is
   *     elsewhere
   */
  public KafkaIdentity<M> envelope(Envelope declared) {
    return new KafkaIdentity<>(consumer, topics, reader.envelope(declared));
  }

  /** Returns this identity with payloads read, and results written, by another codec. */
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
