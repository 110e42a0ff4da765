package dev.effectivelyonce.streams;

import dev.effectivelyonce.batch.BatchMessage;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.InvalidKeyException;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.sqs.JacksonJson;
import dev.effectivelyonce.sqs.JsonCodec;
import dev.effectivelyonce.sqs.UnreadableMessageException;
import java.util.Optional;
import java.util.function.Function;

/**
 * The identity of a consumer's records: its name, their type, their business key and the
 * fingerprint that two of one key must share.
 *
 * @param <M> the type of the payload
 */
public final class StreamIdentity<M> {
  /** A way to read a record. */
  private interface Reading<M> {
    M of(StreamRecord record, JsonCodec json);
  }

  private final ConsumerName consumer;
  private final StreamKind kind;
  private final Reading<M> reading;
  private final StreamKey<M> key;
  private final Function<M, Optional<Fingerprint>> fingerprint;
  private final JsonCodec json;

  private StreamIdentity(
      ConsumerName consumer,
      StreamKind kind,
      Reading<M> reading,
      StreamKey<M> key,
      Function<M, Optional<Fingerprint>> fingerprint,
      JsonCodec json) {
    this.consumer = consumer;
    this.kind = kind;
    this.reading = reading;
    this.key = key;
    this.fingerprint = fingerprint;
    this.json = json;
  }

  /**
   * Returns the identity of records of Kinesis. Their data is JSON that is read as the type. {@code
   * String} takes it as it is, and {@code byte[]} need not be text.
   *
   * @throws ConfigurationException if the name has another form than {@link ConsumerName}'s
   */
  public static <M> StreamIdentity<M> ofKinesis(String consumer, Class<M> type, StreamKey<M> key) {
    return of(
        consumer,
        StreamKind.KINESIS,
        (record, codec) -> Payloads.ofKinesis(record, type, codec),
        key);
  }

  /**
   * Returns the identity of the changes of a table's items, which are read as the type.
   *
   * @throws ConfigurationException if the name has another form than {@link ConsumerName}'s
   */
  public static <T> StreamIdentity<TableChange<T>> ofTable(
      String consumer, Class<T> item, StreamKey<TableChange<T>> key) {
    return of(
        consumer,
        StreamKind.DYNAMODB,
        (record, codec) -> Payloads.ofTable(record, item, codec),
        key);
  }

  private static <M> StreamIdentity<M> of(
      String consumer, StreamKind kind, Reading<M> reading, StreamKey<M> key) {
    return new StreamIdentity<>(
        new ConsumerName(consumer),
        kind,
        reading,
        key,
        payload -> Optional.empty(),
        new JacksonJson());
  }

  /** Returns this identity with what must agree between two records with the same key. */
  public StreamIdentity<M> fingerprint(Function<M, Fingerprint> agreeing) {
    return new StreamIdentity<>(
        consumer, kind, reading, key, payload -> Optional.of(agreeing.apply(payload)), json);
  }

  /** Returns this identity with payloads read, and results written, by another codec. */
  public StreamIdentity<M> json(JsonCodec codec) {
    return new StreamIdentity<>(consumer, kind, reading, key, fingerprint, codec);
  }

  /** Returns the consumer's name. */
  public ConsumerName consumer() {
    return consumer;
  }

  StreamKind kind() {
    return kind;
  }

  JsonCodec json() {
    return json;
  }

  /**
   * Returns a record for its lane. Whatever it holds, and whatever goes wrong, nothing is thrown.
   */
  BatchMessage<StreamRecord> read(StreamRecord record, StreamHandler<M> handler) {
    Optional<Handler> handling = Optional.empty();
    try {
      M payload = reading.of(record, json);
      Handler run = attempt -> handler.handle(payload, new StreamDelivery(record, attempt));
      handling = Optional.of(run);
      BusinessKey businessKey = key.of(payload, record);
      return new BatchMessage.Keyed<>(
          record, businessKey, fingerprint.apply(payload), Optional.empty(), run);
    } catch (UnreadableMessageException | InvalidKeyException e) {
      return new BatchMessage.Unusable<>(record, e.text(), handling);
    } catch (Throwable thrown) {
      // Checked exceptions are caught too: code in other languages need not declare them.
      return new BatchMessage.Deferred<>(record, problem(thrown), thrown, handling);
    }
  }

  /** Returns the text only of this library's exceptions: other texts may quote the record. */
  private static String problem(Throwable thrown) {
    return thrown instanceof ConfigurationException own
        ? own.text()
        : "The codec, key or fingerprint function threw " + ErrorSummary.of(thrown);
  }
}
