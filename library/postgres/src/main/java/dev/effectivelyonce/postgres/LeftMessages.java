package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.outbox.OutboxLimits;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.core.outbox.OutgoingMessage;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Messages that a work leaves. */
record LeftMessages(
    Attempt attempt, Clock clock, Function<Optional<Object>, List<OutgoingMessage>> made) {
  private static final int MOST = 100;

  /** Returns the messages, made of what the work has yielded. */
  List<OutboxMessage> of(Optional<Object> yielded) {
    Instant now = clock.instant();
    return made.apply(yielded).stream().map(it -> OutboxMessage.of(attempt, it, now)).toList();
  }

  /** Returns why messages can't be left together. */
  static Optional<String> refusal(List<OutboxMessage> messages) {
    if (messages.size() > MOST) {
      return Optional.of(
          "The work leaves %s messages, and may leave %s: make smaller events of it"
              .formatted(messages.size(), MOST));
    }
    if (messages.stream().map(OutboxMessage::id).distinct().count() < messages.size()) {
      return Optional.of("The work leaves two messages of one name: give each its own");
    }
    return messages.stream()
        .flatMap(it -> OutboxLimits.refusal(it, OutboxLimits.MAX_BYTES).stream())
        .findFirst();
  }
}
