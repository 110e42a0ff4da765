package dev.effectivelyonce.replay;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeNameForSends;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeValue;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;

/**
 * Makes the copy that goes to the source queue. Body, message attributes of every type, X-Ray trace
 * header and message group stay as they are (standard queues have groups too). Nothing is added: a
 * message may already have its ten attributes, or be of the greatest size.
 */
final class MessageCopy {
  private MessageCopy() {}

  static SendMessageRequest to(String sourceUrl, DeadLetter letter) {
    boolean isFifo = sourceUrl.endsWith(".fifo");
    return SendMessageRequest.builder()
        .queueUrl(sourceUrl)
        .messageBody(letter.raw().body())
        .messageAttributes(letter.raw().messageAttributes())
        .messageSystemAttributes(trace(letter.traceHeader()))
        .messageGroupId(orNull(letter.group()))
        .messageDeduplicationId(isFifo ? deduplicationId(letter) : null)
        .build();
  }

  /**
   * Returns the deduplication id of a dead letter's copy. It is made from the message id, for these
   * reasons:
   *
   * <ul>
   *   <li>SQS silently drops a message whose deduplication id it has seen in the last five minutes.
   *       The producer's id would not do, nor would the message id, which the dead-letter queue
   *       uses: so this one has a prefix.
   *   <li>A dead letter is sent once and deleted. Its copy has a message id of its own. If that one
   *       is dead-lettered and replayed in turn, it has another deduplication id.
   *   <li>A copy that an operator edited has an id of its content, too: another edit is another
   *       message.
   *   <li>After a crash between send and delete the same dead letter is sent with the same id.
   *       Within five minutes SQS drops this copy, later it does not, and the consumer's record
   *       makes it a duplicate.
   *   <li>A dropped copy is never the only one: the first is in the source queue, handled, or
   *       itself a dead letter by now, with a message id of its own.
   * </ul>
   */
  private static String deduplicationId(DeadLetter letter) {
    return "replay-" + letter.copyId();
  }

  private static Map<MessageSystemAttributeNameForSends, MessageSystemAttributeValue> trace(
      Optional<String> header) {
    return header
        .map(
            text ->
                Map.of(
                    MessageSystemAttributeNameForSends.AWS_TRACE_HEADER,
                    MessageSystemAttributeValue.builder()
                        .dataType("String")
                        .stringValue(text)
                        .build()))
        .orElse(Map.of());
  }

  private static @Nullable String orNull(Optional<String> value) {
    return value.orElse(null);
  }
}
