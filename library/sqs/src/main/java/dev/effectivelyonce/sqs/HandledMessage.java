package dev.effectivelyonce.sqs;

import dev.effectivelyonce.sqs.Visibility.Change;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A message and what SQS is told about it. */
record HandledMessage(SqsMessage message, Disposition verdict) {
  boolean isFailed() {
    return verdict instanceof Disposition.Fail;
  }

  /**
   * @param limited what SQS takes of a wait
   */
  Optional<Change> visibilityChange(UnaryOperator<Duration> limited) {
    if (!(verdict instanceof Disposition.Fail(Optional<Duration> visibleAfter, var ignored))) {
      return Optional.empty();
    }
    return visibleAfter.map(limited).flatMap(after -> change(message, after));
  }

  /** Empty where the record does not name the message's receive. */
  static Optional<Change> change(SqsMessage message, Duration after) {
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
