package dev.effectivelyonce.operations.deadletters;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.json.Json;
import dev.effectivelyonce.replay.HeldLetter;
import java.util.List;
import java.util.Optional;

/**
 * The fields that a consumer's fingerprint is made of, in a letter and in the message that made its
 * record. A record keeps a hash alone, so that message has to be given.
 *
 * @param fields in their order
 * @param first whether the other message is the one that made the record; empty without both
 */
public record FingerprintFields(List<Field> fields, Optional<Boolean> first) {
  /**
   * A field.
   *
   * @param pointer where it is
   * @param value in the letter; empty where it has none
   * @param other its value in the other message
   * @param isCompared whether there is another message
   */
  public record Field(
      String pointer, Optional<String> value, Optional<String> other, boolean isCompared) {
    /** Returns whether the two messages differ in it. */
    public boolean isDifferent() {
      return isCompared && !value.equals(other);
    }

    private ObjectNode json() {
      Optional<Field> compared = Optional.of(this).filter(Field::isCompared);
      return Json.with("field", pointer)
          .and("value", value)
          .ifPresent("other", compared.map(it -> Json.tree(it.other())))
          .ifPresent("differs", compared.map(Field::isDifferent))
          .node();
    }
  }

  /**
   * Returns the fields, beside those of another message if there is one.
   *
   * @param body of that message
   */
  static FingerprintFields of(ConsumerEntry consumer, HeldLetter held, Optional<String> body) {
    String own = Optional.ofNullable(held.message().body()).orElse("");
    // What is parked is the record of its source, in which pointers find nothing.
    List<String> pointers = consumer.parks() ? List.of() : consumer.fingerprint();
    List<Field> fields =
        pointers.stream()
            .map(
                pointer ->
                    new Field(
                        pointer,
                        consumer.at(own, pointer),
                        body.flatMap(it -> consumer.at(it, pointer)),
                        body.isPresent()))
            .toList();
    Optional<Fingerprint> kept = held.record().flatMap(IdempotencyRecord::fingerprint);
    return new FingerprintFields(
        fields,
        body.filter(it -> kept.isPresent()).map(it -> consumer.fingerprintOf(it).equals(kept)));
  }

  ObjectNode json() {
    return Json.with("fields", fields.stream().map(Field::json).toList())
        .ifPresent("otherMadeTheRecord", first)
        .node();
  }
}
