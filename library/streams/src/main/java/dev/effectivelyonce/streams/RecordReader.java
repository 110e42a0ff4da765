package dev.effectivelyonce.streams;

import dev.effectivelyonce.batch.BatchMessage;
import dev.effectivelyonce.batch.SourceMessage;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.InvalidKeyException;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.sqs.Envelope;
import dev.effectivelyonce.sqs.JacksonJson;
import dev.effectivelyonce.sqs.JsonCodec;
import dev.effectivelyonce.sqs.PayloadType;
import dev.effectivelyonce.sqs.UnreadableMessageException;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of a source for their lanes.
 *
 * @param <S> the type of the source's records
 * @param <M> the type of the payload
 * @param type the type as which a record's data is read
 * @param opening opens the envelope around a record's data
 * @param payloads creates the payload of a record
 * @param key finds the business key
 * @param fingerprint creates the fingerprint, which must agree between two records with the same
 *     key
 * @param json reads payloads and writes results
 */
public record RecordReader<S extends SourceMessage, M>(
    PayloadType<?> type,
    UnaryOperator<byte[]> opening,
    Payloads<S, M> payloads,
    BiFunction<M, S, BusinessKey> key,
    Function<M, Optional<Fingerprint>> fingerprint,
    JsonCodec json) {
  /**
   * Creates payloads from records.
   *
   * @param <S> the type of the source's records
   * @param <M> the type of the payload
   */
  @FunctionalInterface
  public interface Payloads<S, M> {
    /**
     * Returns the payload of a record.
     *
     * @param opening opens the envelope around its data
     * @throws UnreadableMessageException if the record has no payload that can ever be read
     */
    M of(S record, UnaryOperator<byte[]> opening, JsonCodec json);
  }

  /** Returns a reader without envelope and fingerprint that reads JSON with {@link JacksonJson}. */
  public static <S extends SourceMessage, M> RecordReader<S, M> of(
      PayloadType<?> type, Payloads<S, M> payloads, BiFunction<M, S, BusinessKey> key) {
    return new RecordReader<>(
        type,
        UnaryOperator.identity(),
        payloads,
        key,
        payload -> Optional.empty(),
        new JacksonJson());
  }

  /**
   * Returns this reader with a fingerprint, which must agree between two records with the same key.
   */
  public RecordReader<S, M> fingerprint(Function<M, Fingerprint> agreeing) {
    return new RecordReader<>(
        type, opening, payloads, key, payload -> Optional.of(agreeing.apply(payload)), json);
  }

  /** Returns this reader with another codec. */
  public RecordReader<S, M> json(JsonCodec codec) {
    return new RecordReader<>(type, opening, payloads, key, fingerprint, codec);
  }

  /**
   * Returns this reader with an envelope around the data.
   *
   * @throws ConfigurationException if the envelope may contain more or less than one event
   */
  public RecordReader<S, M> envelope(Envelope declared) {
    return new RecordReader<>(type, declared.forData(), payloads, key, fingerprint, json);
  }

  /**
   * Checks for a mistake that would make every record unreadable.
   *
   * @throws ConfigurationException if no data can be read as the type
   */
  public void check(ConsumerName consumer) {
    json.checkReadable(consumer, type.type());
  }

  /**
   * Checks and returns a part of a business key.
   *
   * @param name the name of the part
   * @throws InvalidKeyException if it is null or blank
   */
  public static String keyPart(String name, @Nullable String value) {
    if (value == null || value.isBlank()) {
      throw new InvalidKeyException(
          "The record has no business key: there is no " + name,
          "Write records with a key, or name another key for this consumer");
    }
    return value;
  }

  /**
   * Reads a record for its lane. This method never throws, whatever the record contains.
   *
   * @param handling returns the handler for a payload
   */
  public BatchMessage<S> read(S record, Function<M, Handler> handling) {
    Optional<Handler> handler = Optional.empty();
    try {
      M payload = payloads.of(record, opening, json);
      Handler run = handling.apply(payload);
      handler = Optional.of(run);
      BusinessKey businessKey = key.apply(payload, record);
      return new BatchMessage.Keyed<>(
          record, businessKey, fingerprint.apply(payload), Optional.empty(), run);
    } catch (UnreadableMessageException | InvalidKeyException e) {
      return new BatchMessage.Unusable<>(record, e.text(), handler);
    } catch (Throwable thrown) {
      // Checked exceptions are caught too: code in other languages need not declare them.
      return new BatchMessage.Deferred<>(record, problem(thrown), thrown, handler);
    }
  }

  /** Returns the text only of this library's exceptions: other texts may quote the record. */
  private static String problem(Throwable thrown) {
    return thrown instanceof ConfigurationException own
        ? own.text()
        : "The codec, key or fingerprint function threw " + ErrorSummary.of(thrown);
  }
}
