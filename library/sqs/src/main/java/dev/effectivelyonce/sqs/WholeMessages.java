package dev.effectivelyonce.sqs;

import dev.effectivelyonce.batch.BatchMessage;
import dev.effectivelyonce.batch.Disposition;
import dev.effectivelyonce.batch.Disposition.Acknowledge;
import dev.effectivelyonce.batch.Disposition.DeadLetter;
import dev.effectivelyonce.batch.Disposition.Fail;
import dev.effectivelyonce.batch.HandledMessage;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Puts the events of a message together again: SQS knows messages alone. */
final class WholeMessages {
  /** One receive of one message. */
  private record Receive(
      Optional<String> messageId, Optional<String> handle, Optional<SourceQueue> source) {
    static Receive of(SqsMessage message) {
      return new Receive(message.messageId(), message.receiptHandle(), message.source());
    }
  }

  /** What is known of a message of which some events are not settled. */
  private static final class Open {
    private int events;
    private Optional<HandledMessage<SqsMessage>> known = Optional.empty();
  }

  private final Map<Receive, Open> open = new HashMap<>();

  /** Begins with a batch of which nothing has run. */
  WholeMessages(List<List<BatchMessage<SqsMessage>>> lanes) {
    for (List<BatchMessage<SqsMessage>> lane : lanes) {
      for (BatchMessage<SqsMessage> event : lane) {
        open.computeIfAbsent(Receive.of(event.source()), ignored -> new Open()).events++;
      }
    }
  }

  /** Returns the message of an event if this was the last one of its events. */
  synchronized Optional<HandledMessage<SqsMessage>> settledBy(HandledMessage<SqsMessage> event) {
    Open message = Objects.requireNonNull(open.get(Receive.of(event.message())));
    message.events--;
    HandledMessage<SqsMessage> known =
        message.known.map(other -> merged(other, event)).orElse(event);
    message.known = Optional.of(known);
    return message.events == 0 ? message.known : Optional.empty();
  }

  /** Returns each message once. It is done when all of its events are. */
  static Collection<HandledMessage<SqsMessage>> of(List<HandledMessage<SqsMessage>> events) {
    Map<Receive, HandledMessage<SqsMessage>> messages = new LinkedHashMap<>();
    for (HandledMessage<SqsMessage> event : events) {
      SqsMessage message = event.message();
      messages.merge(Receive.of(message), event, WholeMessages::merged);
    }
    return messages.values();
  }

  private static HandledMessage<SqsMessage> merged(
      HandledMessage<SqsMessage> one, HandledMessage<SqsMessage> other) {
    return new HandledMessage<>(one.message(), both(one.disposition(), other.disposition()));
  }

  /** What waits decides: a message that goes to the dead letters takes all its events there. */
  private static Disposition both(Disposition one, Disposition other) {
    return switch (one) {
      case Acknowledge ignored -> other;
      case DeadLetter dead -> other instanceof Fail ? other : dead;
      case Fail fail when other instanceof Fail second ->
          new Fail(later(fail.visibleAfter(), second.visibleAfter()), fail.rest());
      case Fail fail -> fail;
    };
  }

  /** An empty time forbids to touch the message's visibility, and holds for the whole of it. */
  private static Optional<Duration> later(Optional<Duration> one, Optional<Duration> other) {
    return one.flatMap(first -> other.map(second -> first.compareTo(second) >= 0 ? first : second));
  }
}
