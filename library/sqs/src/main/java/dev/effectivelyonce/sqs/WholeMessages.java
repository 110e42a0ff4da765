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

  /** How many events of each message are not done. */
  private final Map<Receive, Integer> open = new HashMap<>();

  /** Begins with a batch of which nothing has run. */
  WholeMessages(List<List<BatchMessage<SqsMessage>>> lanes) {
    lanes.stream()
        .flatMap(List::stream)
        .forEach(event -> open.merge(Receive.of(event.source()), 1, Integer::sum));
  }

  /** Returns the messages that are done, now that a lane has ended. */
  synchronized List<SqsMessage> doneBy(List<HandledMessage<SqsMessage>> lane) {
    return lane.stream()
        .filter(event -> event.disposition() instanceof Acknowledge)
        .map(HandledMessage::message)
        .filter(message -> open.merge(Receive.of(message), -1, Integer::sum) == 0)
        .toList();
  }

  /** Returns each message once. It is done when all of its events are. */
  static Collection<HandledMessage<SqsMessage>> of(List<HandledMessage<SqsMessage>> events) {
    Map<Receive, HandledMessage<SqsMessage>> messages = new LinkedHashMap<>();
    for (HandledMessage<SqsMessage> event : events) {
      SqsMessage message = event.message();
      messages.merge(
          Receive.of(message),
          event,
          (one, other) ->
              new HandledMessage<>(message, both(one.disposition(), other.disposition())));
    }
    return messages.values();
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
