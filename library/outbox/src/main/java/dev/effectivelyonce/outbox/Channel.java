package dev.effectivelyonce.outbox;

import dev.effectivelyonce.dynamodb.outbox.OutboxMessage;
import java.util.List;

/** A way to one destination. */
interface Channel {
  /** SQS and EventBridge take so many messages in one request. */
  int MAX_MESSAGES = 10;

  /** So many bytes together go in one request to EventBridge; SQS takes more. */
  int MAX_BYTES = 256 * 1024;

  /**
   * Sends messages in one request. Does not throw for a service's sake.
   *
   * @param messages at most {@value #MAX_MESSAGES}, no two of one lane
   * @return what became of each, in their order
   */
  List<SendResult> send(List<OutboxMessage> messages);
}
