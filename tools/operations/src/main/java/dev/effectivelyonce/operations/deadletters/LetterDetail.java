package dev.effectivelyonce.operations.deadletters;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.operations.OperatorContext;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.json.Json;
import dev.effectivelyonce.operations.record.Address;
import dev.effectivelyonce.operations.record.Moment;
import dev.effectivelyonce.operations.record.Move;
import dev.effectivelyonce.operations.record.RecordView;
import dev.effectivelyonce.operations.record.Records;
import dev.effectivelyonce.replay.HeldLetter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/**
 * A dead letter with all that is known about it. Its body and attributes may be personal data.
 *
 * @param letter as listed
 * @param held the letter itself
 * @param record what its record means; empty where it has no key, or the record was not read
 * @param fields what the consumer's fingerprint is made of, as it is in the body
 * @param timeline what happened, oldest first
 */
public record LetterDetail(
    Letter letter,
    HeldLetter held,
    Optional<RecordView> record,
    FingerprintFields fields,
    List<Moment> timeline) {
  static LetterDetail of(
      HeldLetter held, Optional<String> other, ConsumerEntry consumer, OperatorContext context) {
    return new LetterDetail(
        Letter.of(held, context.now()),
        held,
        held.isUnknown() ? Optional.empty() : view(held, consumer, context),
        FingerprintFields.of(consumer, held, other),
        timeline(held, consumer));
  }

  private static Optional<RecordView> view(
      HeldLetter held, ConsumerEntry consumer, OperatorContext context) {
    return held.id()
        .map(
            id ->
                new Address(
                    consumer, id, Optional.empty(), held.read().fingerprint(), Optional.empty()))
        .map(address -> new Records(context).withTrail(address, held.record()));
  }

  private static List<Moment> timeline(HeldLetter held, ConsumerEntry consumer) {
    List<Moment> all = new ArrayList<>();
    String sent = held.facts().isFifo() ? "dead-lettered" : "sent";
    String what = consumer.parks() ? "parked" : sent;
    held.facts().sentAt().ifPresent(at -> all.add(new Moment(at, what)));
    Optional.ofNullable(
            held.message()
                .attributes()
                .get(MessageSystemAttributeName.APPROXIMATE_FIRST_RECEIVE_TIMESTAMP))
        .filter(text -> text.matches("[0-9]{1,15}"))
        .map(text -> Instant.ofEpochMilli(Long.parseLong(text)))
        .ifPresent(at -> all.add(new Moment(at, "first received from this queue")));
    held.record().ifPresent(it -> all.addAll(Moment.of(it)));
    return all.stream().sorted(Comparator.comparing(Moment::at)).toList();
  }

  /** Returns the business key in clear, where the letter has one. */
  public Optional<String> key() {
    return held.read().key().filter(ignored -> held.isOurs());
  }

  /** Returns the message attributes as texts; those that are bytes by their size. */
  public Map<String, String> attributes() {
    Map<String, String> texts = new TreeMap<>();
    held.message().messageAttributes().forEach((name, value) -> texts.put(name, text(value)));
    return texts;
  }

  private static String text(MessageAttributeValue value) {
    return value.stringValue() != null
        ? value.stringValue()
        : Optional.ofNullable(value.binaryValue())
            .map(bytes -> bytes.asByteArray().length + " bytes")
            .orElse("");
  }

  /** Returns what SQS says about the message, such as who sent it. */
  public Map<String, String> system() {
    return new TreeMap<>(held.message().attributesAsStrings());
  }

  /** Returns the body. */
  public String body() {
    return Optional.ofNullable(message().body()).orElse("");
  }

  private Message message() {
    return held.message();
  }

  /**
   * Returns it for programs.
   *
   * @param key the business key, where it is to be shown
   * @param words for what to do next
   */
  public ObjectNode json(Optional<String> key, Move.Words words) {
    return Json.like(letter.json())
        .and("key", key)
        .and("body", body())
        .and("attributes", attributes())
        .and("systemAttributes", system())
        .and("timeline", timeline.stream().map(LetterDetail::json).toList())
        .and("fingerprint", fields.json())
        .and("record", record.map(view -> view.json(words)))
        .node();
  }

  private static ObjectNode json(Moment moment) {
    return Json.with("at", moment.at()).and("what", moment.what()).node();
  }
}
