package dev.effectivelyonce.operations.deadletters;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.operations.json.Json;
import dev.effectivelyonce.replay.Examined;
import dev.effectivelyonce.replay.HeldLetter;
import dev.effectivelyonce.replay.LetterAction;
import dev.effectivelyonce.replay.ReplayCounts;
import dev.effectivelyonce.replay.ReplayListener;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/**
 * Saves each letter, before anything happens to it. A process that dies in between leaves the
 * letter in the queue and in the file, and the next run goes on from there.
 */
class LetterWork implements LetterAction, ReplayListener {
  private final WorkKind kind;
  private final LetterFile file;
  private final Supplier<Instant> clock;
  private final String actor;
  private final Optional<String> reason;
  private final AtomicInteger saved = new AtomicInteger();
  private final AtomicInteger known = new AtomicInteger();
  private final AtomicInteger others = new AtomicInteger();
  private final AtomicInteger done = new AtomicInteger();
  private final Set<String> begun = ConcurrentHashMap.newKeySet();

  LetterWork(
      WorkKind kind,
      LetterFile file,
      String actor,
      Optional<String> reason,
      Supplier<Instant> clock) {
    this.kind = kind;
    this.file = file;
    this.actor = actor;
    this.reason = reason;
    this.clock = clock;
  }

  /** {@inheritDoc} Letters of other queues are left: they are none of this consumer's. */
  @Override
  public Next next(HeldLetter letter) {
    if (!letter.isOurs() || (letter.isUnknown() && kind != WorkKind.EXPORT)) {
      others.incrementAndGet();
      return Next.KEEP;
    }
    (file.save(line(letter)) ? saved : known).incrementAndGet();
    begun.add(letter.message().messageId());
    return kind.next();
  }

  @Override
  public void examined(Examined message, ReplayCounts counts) {
    if (begun.remove(message.messageId()) && kind.isDone(message)) {
      done.incrementAndGet();
    }
  }

  WorkResult result(String consumer, Pass pass) {
    return new WorkResult(
        kind, consumer, file.path(), saved.get(), known.get(), done.get(), others.get(), pass);
  }

  /** The letter as {@code aws sqs receive-message} prints one, and why it is here. */
  private ObjectNode line(HeldLetter letter) {
    ObjectNode about =
        Json.with("at", clock.get())
            .and("by", kind)
            .and("actor", actor)
            .and("reason", reason)
            .and("record", letter.id())
            .and("replayWould", letter.decision().label())
            .and("cause", letter.cause())
            .and("error", letter.record().flatMap(IdempotencyRecord::error))
            .node();
    return Json.like(message(letter.message()))
        .ifPresent(
            "copy",
            Optional.of(letter.copy())
                .filter(it -> !it.equals(letter.message()))
                .map(LetterWork::message))
        .and("saved", about)
        .node();
  }

  private static ObjectNode message(Message message) {
    Map<String, ObjectNode> attributes = new TreeMap<>();
    message.messageAttributes().forEach((name, value) -> attributes.put(name, attribute(value)));
    return Json.with("MessageId", message.messageId())
        .and("Body", message.body())
        .and("Attributes", new TreeMap<>(message.attributesAsStrings()))
        .and("MessageAttributes", attributes)
        .node();
  }

  private static ObjectNode attribute(MessageAttributeValue value) {
    return Json.none()
        .ifPresent("StringValue", Optional.ofNullable(value.stringValue()))
        .ifPresent(
            "BinaryValue",
            Optional.ofNullable(value.binaryValue())
                .map(it -> Base64.getEncoder().encodeToString(it.asByteArray())))
        .and("DataType", value.dataType())
        .node();
  }
}
