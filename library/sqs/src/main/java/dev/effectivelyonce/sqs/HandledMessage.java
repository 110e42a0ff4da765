package dev.effectivelyonce.sqs;

import dev.effectivelyonce.sqs.Visibility.Change;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A message and the answer to SQS about it. */
record HandledMessage(SqsMessage message, Disposition disposition) {
  boolean isFailed() {
    return disposition instanceof Disposition.Fail;
  }

  /**
   * @param limited limits a wait to what SQS permits
   */
  Optional<Change> visibilityChange(UnaryOperator<Duration> limited) {
    if (!(disposition instanceof Disposition.Fail(Optional<Duration> visibleAfter, var ignored))) {
      return Optional.empty();
    }
    return visibleAfter.map(limited).flatMap(after -> change(message, after));
  }

  /** Returns empty where the record does not name the message's receive. */
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
