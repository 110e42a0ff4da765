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
 * Finds the business key of a record. It must stay the same when the event is written to a topic
 * again, or to a mirror of it. A position does not, so it is a key by its name alone ({@link
 * #kafkaPositionWhichAReplayChanges}). A record without its key is parked with the reason.
 *
 * @param <M> the type of the payload
 */
public final class KafkaKey<M> {
  private final BiFunction<M, KafkaRecord, Stream<String>> parts;

  private KafkaKey(BiFunction<M, KafkaRecord, Stream<String>> parts) {
    this.parts = parts;
  }

  /**
   * Uses the text that a function of the payload returns.
   *
   * @param name what the function returns
   */
  public static <M> KafkaKey<M> of(String name, Function<M, @Nullable String> id) {
    return new KafkaKey<>((payload, record) -> part(name, id.apply(payload)));
  }

  /**
   * Uses the record's key, which must be text in UTF-8. It is an identity where each event has a
   * key of its own. Where the key is that of an entity, add what tells its changes apart.
   */
  public static <M> KafkaKey<M> ofRecordKey() {
    return new KafkaKey<>((payload, record) -> part("record key", record.keyText().orElse(null)));
  }

  /**
   * Uses the value of a header, which must be text in UTF-8. A header that is repeated with another
   * value is no key.
   */
  public static <M> KafkaKey<M> ofHeader(String name) {
    return new KafkaKey<>((payload, record) -> part("header " + name, header(record, name)));
  }

  /**
   * Uses the record's topic, partition and offset. They detect records that Lambda delivers again,
   * and those alone: an event that a producer sends twice, or that is mirrored, runs again. A topic
   * that is deleted and made anew uses its offsets again, and its records pass for duplicates.
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

  /** Returns this key with the parts of a further one. The parts keep their borders. */
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
