package dev.effectivelyonce.streams;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.effectivelyonce.batch.BatchMessage;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.sqs.Envelope;
import dev.effectivelyonce.sqs.JsonCodec;
import dev.effectivelyonce.sqs.PayloadType;
import java.util.function.Function;

/**
 * The identity of a consumer's records: the consumer's name, the type of the records, their
 * business key, and the fingerprint that must agree between two records with the same key.
 *
 * @param <M> the type of the payload
 */
public final class StreamIdentity<M> {
  private final ConsumerName consumer;
  private final StreamKind kind;
  private final RecordReader<StreamRecord, M> reader;

  private StreamIdentity(
      ConsumerName consumer, StreamKind kind, RecordReader<StreamRecord, M> reader) {
    this.consumer = consumer;
    this.kind = kind;
    this.reader = reader;
  }

  /**
   * Returns the identity of Kinesis records. Their data is JSON that is read as the type. For
   * {@code String} the payload is the text as it is, and for {@code byte[]} the data need not be
   * text.
   *
   * @throws ConfigurationException if the name is not a valid {@link ConsumerName}
   */
  public static <M> StreamIdentity<M> ofKinesis(String consumer, Class<M> type, StreamKey<M> key) {
    return ofKinesis(consumer, PayloadType.of(type), key);
  }

  /**
   * Returns the identity of Kinesis records of a generic type, such as {@code new
   * TypeReference<CloudEvent<Order>>() {}}.
   *
   * @throws ConfigurationException if the name is not a valid {@link ConsumerName}
   */
  public static <M> StreamIdentity<M> ofKinesis(
      String consumer, TypeReference<M> type, StreamKey<M> key) {
    return ofKinesis(consumer, PayloadType.of(type), key);
  }

  private static <M> StreamIdentity<M> ofKinesis(
      String consumer, PayloadType<M> type, StreamKey<M> key) {
    return of(
        consumer,
        StreamKind.KINESIS,
        type,
        (record, opening, codec) -> Payloads.ofKinesis(record, opening, type, codec),
        key);
  }

  /**
   * Returns the identity of the changes of a table's items. The items are read as the type.
   *
   * @throws ConfigurationException if the name is not a valid {@link ConsumerName}
   */
  public static <T> StreamIdentity<TableChange<T>> ofTable(
      String consumer, Class<T> item, StreamKey<TableChange<T>> key) {
    return ofTable(consumer, PayloadType.of(item), key);
  }

  /**
   * Returns the identity of the changes of a table's items of a generic type, such as {@code new
   * TypeReference<Versioned<Order>>() {}}.
   *
   * @throws ConfigurationException if the name is not a valid {@link ConsumerName}
   */
  public static <T> StreamIdentity<TableChange<T>> ofTable(
      String consumer, TypeReference<T> item, StreamKey<TableChange<T>> key) {
    return ofTable(consumer, PayloadType.of(item), key);
  }

  private static <T> StreamIdentity<TableChange<T>> ofTable(
      String consumer, PayloadType<T> item, StreamKey<TableChange<T>> key) {
    return of(
        consumer,
        StreamKind.DYNAMODB,
        item,
        (record, opening, codec) -> Payloads.ofTable(record, item, codec).toldBy(record),
        key);
  }

  private static <M> StreamIdentity<M> of(
      String consumer,
      StreamKind kind,
      PayloadType<?> type,
      RecordReader.Payloads<StreamRecord, M> payloads,
      StreamKey<M> key) {
    return new StreamIdentity<>(
        new ConsumerName(consumer), kind, RecordReader.of(type, payloads, key::of));
  }

  /**
   * Returns this identity with a fingerprint, which must agree between two records with the same
   * key.
   */
  public StreamIdentity<M> fingerprint(Function<M, Fingerprint> agreeing) {
    return new StreamIdentity<>(consumer, kind, reader.fingerprint(agreeing));
  }

  /**
   * Returns this identity with an envelope around the data, such as {@link Envelope#gzip()}. The
   * payload is the content of the envelope. The envelope's attributes and its id are not kept.
   *
   * @throws ConfigurationException if the envelope may contain several events or a pointer to a
   *     payload, or if the records are changes of a table
   */
  public StreamIdentity<M> envelope(Envelope declared) {
    if (kind != StreamKind.KINESIS) {
      throw new ConfigurationException(
          "The changes of a table come in no envelope", "Leave envelope(...) out");
    }
    return new StreamIdentity<>(consumer, kind, reader.envelope(declared));
  }

  /** Returns this identity with another codec, which reads payloads and writes results. */
  public StreamIdentity<M> json(JsonCodec codec) {
    return new StreamIdentity<>(consumer, kind, reader.json(codec));
  }

  /** Returns the consumer's name. */
  public ConsumerName consumer() {
    return consumer;
  }

  StreamKind kind() {
    return kind;
  }

  JsonCodec json() {
    return reader.json();
  }

  void check() {
    reader.check(consumer);
  }

  BatchMessage<StreamRecord> read(StreamRecord record, StreamHandler<M> handler) {
    return reader.read(
        record, payload -> attempt -> handler.handle(payload, new StreamDelivery(record, attempt)));
  }
}
