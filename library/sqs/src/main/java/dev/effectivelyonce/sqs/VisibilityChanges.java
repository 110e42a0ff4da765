package dev.effectivelyonce.sqs;

import dev.effectivelyonce.batch.Disposition.Fail;
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
    return handled.disposition() instanceof Fail(Optional<Duration> visibleAfter, var ignored)
        ? visibleAfter.map(limited).flatMap(after -> of(handled.message(), after))
        : Optional.empty();
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
