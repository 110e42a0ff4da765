package dev.effectivelyonce.sqs;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import dev.effectivelyonce.core.EffectivelyOnceException;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.sqs.Received.Unusable;
import dev.effectivelyonce.sqs.Received.Usable;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the messages of a batch. Whatever is in them, each is usable or not; nothing is thrown. */
final class Intake<M> {
  private final Class<M> type;
  private final MessageKey<M> key;
  private final Function<M, Optional<Fingerprint>> fingerprint;
  private final JsonCodec json;

  Intake(
      Class<M> type,
      MessageKey<M> key,
      Function<M, Optional<Fingerprint>> fingerprint,
      JsonCodec json) {
    this.type = type;
    this.key = key;
    this.fingerprint = fingerprint;
    this.json = json;
  }

  List<Received<M>> read(@Nullable SQSEvent event) {
    List<SQSMessage> records = event == null ? null : event.getRecords();
    return records == null
        ? List.of()
        : records.stream().map(Intake::orEmpty).map(Message::of).map(this::read).toList();
  }

  /** There may be a message behind a null record; left out, it would be deleted unhandled. */
  private static SQSMessage orEmpty(@Nullable SQSMessage record) {
    return record == null ? new SQSMessage() : record;
  }

  private Received<M> read(Message message) {
    if (message.source().isEmpty()) {
      return new Unusable<>(
          message,
          "The record names no SQS queue as its source. Invoke the function from SQS alone.");
    }
    try {
      M payload = payload(message);
      BusinessKey businessKey = key.of(new MessageKey.Source<>(payload, message, json));
      return new Usable<>(message, payload, businessKey, fingerprint.apply(payload));
    } catch (EffectivelyOnceException e) {
      return new Unusable<>(message, e.text());
    } catch (RuntimeException | Error e) {
      // Its text may quote the message, so it is not shown. Thrown on, it would fail the batch.
      return new Unusable<>(
          message,
          "The key or fingerprint function threw "
              + e.getClass().getName()
              + ". Make it answer for every message that can be read.");
    }
  }

  private M payload(Message message) {
    String body =
        message
            .body()
            .filter(text -> !text.isEmpty())
            .orElseThrow(
                () ->
                    new UnreadableMessageException(
                        "The message has no body", "Send a body, or move the message aside"));
    return type == String.class ? type.cast(body) : decoded(body);
  }

  private M decoded(String body) {
    try {
      return json.read(body, type);
    } catch (UnreadableMessageException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      throw new UnreadableMessageException(
          "The JSON codec threw " + e.getClass().getName(),
          "Make it throw UnreadableMessageException for what it can't read");
    }
  }
}
