package dev.effectivelyonce.sqs;

import dev.effectivelyonce.batch.Disposition;
import dev.effectivelyonce.batch.HandledMessage;
import dev.effectivelyonce.sqs.Visibility.Change;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Makes the changes after which messages come back to their queue. */
final class VisibilityChanges {
  private VisibilityChanges() {}

  /**
   * Returns the change that a handled message asks for.
   *
   * @param limited limits a wait to what SQS permits
   */
  static Optional<Change> of(HandledMessage<SqsMessage> handled, UnaryOperator<Duration> limited) {
    Optional<Duration> visibleAfter =
        switch (handled.disposition()) {
          case Disposition.Acknowledge ignored -> Optional.empty();
          case Disposition.DeadLetter ignored -> Optional.of(Duration.ZERO);
          case Disposition.Fail fail -> fail.visibleAfter();
        };
    return visibleAfter.map(limited).flatMap(after -> of(handled.message(), after));
  }

  /** Returns empty where the record does not name the message's receive. */
  static Optional<Change> of(SqsMessage message, Duration after) {
    return message
        .source()
        .flatMap(
            source ->
                message
                    .receiptHandle()
                    .map(
                        handle ->
                            new Change(source, message.messageId().orElse(""), handle, after)));
  }
}
