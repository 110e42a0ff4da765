package dev.effectivelyonce.kafka;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.InvalidKeyException;
import dev.effectivelyonce.streams.RecordData;
import dev.effectivelyonce.streams.RecordReader;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the business key of a record. The key must stay the same when the event is written to a
 * topic or a mirror again. A position does not stay the same, so it is available only as {@link
 * #kafkaPositionWhichAReplayChanges}. A record without a business key is parked with the reason.
 *
 * @param <M> the type of the payload
 */
public final class KafkaKey<M> {
  private final BiFunction<M, KafkaRecord, Stream<String>> parts;

  private KafkaKey(BiFunction<M, KafkaRecord, Stream<String>> parts) {
    this.parts = parts;
  }

  /**
   * Returns a key from a function of the payload.
   *
   * @param name the name of the value that the function returns
   */
  public static <M> KafkaKey<M> of(String name, Function<M, @Nullable String> id) {
    return new KafkaKey<>((payload, record) -> part(name, id.apply(payload)));
  }

  /**
   * Returns a key from the record key, which must be UTF-8 text. It is sufficient if each event has
   * its own record key. If the record key is that of an entity, add a part that identifies the
   * change.
   */
  public static <M> KafkaKey<M> ofRecordKey() {
    return new KafkaKey<>((payload, record) -> part("record key", record.keyText().orElse(null)));
  }

  /**
   * Returns a key from the value of a header, which must be UTF-8 text. A record that repeats the
   * header with another value has no key.
   */
  public static <M> KafkaKey<M> ofHeader(String name) {
    return new KafkaKey<>((payload, record) -> part("header " + name, header(record, name)));
  }

  /**
   * Returns a key from the record's topic, partition and offset. It detects only records that
   * Lambda delivers again. An event that a producer sends twice, or that is mirrored, runs again. A
   * topic that is deleted and created again reuses its offsets, so its records count as duplicates.
   */
  public static <M> KafkaKey<M> kafkaPositionWhichAReplayChanges() {
    return new KafkaKey<>(
        (payload, record) ->
            Stream.of(
                    part("cluster", record.source()),
                    part("partition", record.partitionName()),
                    part("offset", record.offset().map(String::valueOf).orElse(null)))
                .flatMap(it -> it));
  }

  /** Returns this key with the parts of a further key. The parts stay separate. */
  public KafkaKey<M> and(KafkaKey<M> further) {
    return new KafkaKey<>(
        (payload, record) ->
            Stream.concat(parts.apply(payload, record), further.parts.apply(payload, record)));
  }

  BusinessKey of(M payload, KafkaRecord record) {
    List<String> all = parts.apply(payload, record).toList();
    return all.stream()
        .skip(1)
        .reduce(BusinessKey.of(all.getFirst()), BusinessKey::and, (one, other) -> other);
  }

  private static @Nullable String header(KafkaRecord record, String name) {
    List<String> values =
        record.headers(name).stream()
            .map(it -> RecordData.text("header " + name, it))
            .distinct()
            .toList();
    if (values.size() > 1) {
      throw new InvalidKeyException(
          "The record has the header %s with several values".formatted(name),
          "Write the header once, or name another key for this consumer");
    }
    return values.isEmpty() ? null : values.getFirst();
  }

  private static Stream<String> part(String name, @Nullable String value) {
    return Stream.of(RecordReader.keyPart(name, value));
  }
}
