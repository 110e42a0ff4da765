package dev.effectivelyonce.streams;

import dev.effectivelyonce.core.key.BusinessKey;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds the business key of a record. The key must stay the same when the event is written to a
 * stream again. A position does not stay the same, so it is available only as {@link
 * #sequenceNumberWhichAReplayChanges}.
 *
 * @param <M> the type of the payload
 */
public final class StreamKey<M> {
  private final BiFunction<M, StreamRecord, BusinessKey> function;

  private StreamKey(BiFunction<M, StreamRecord, BusinessKey> function) {
    this.function = function;
  }

  /**
   * Returns a key from a function of the payload. If the function returns null, the record is
   * parked, and the reason contains the name.
   *
   * @param name the name of the value that the function returns
   */
  public static <M> StreamKey<M> of(String name, Function<M, @Nullable String> id) {
    return new StreamKey<>(
        (payload, record) -> BusinessKey.of(RecordReader.keyPart(name, id.apply(payload))));
  }

  /** Returns this key with a further part. The parts stay separate. */
  public StreamKey<M> and(String name, Function<M, @Nullable String> id) {
    return new StreamKey<>(
        (payload, record) ->
            of(payload, record).and(RecordReader.keyPart(name, id.apply(payload))));
  }

  /**
   * Returns a key from the record's position in its stream. It detects only records that Lambda
   * delivers again. An event that a producer sends twice, or that is replayed, runs again.
   */
  public static <M> StreamKey<M> sequenceNumberWhichAReplayChanges() {
    return new StreamKey<>(
        (payload, record) ->
            BusinessKey.of(
                RecordReader.keyPart("event source ARN", record.source() + "/" + record.shard()),
                RecordReader.keyPart("sequence number", record.sequenceNumber().orElse(null))));
  }

  BusinessKey of(M payload, StreamRecord record) {
    return function.apply(payload, record);
  }
}
