package dev.effectivelyonce.outbox;

import dev.effectivelyonce.core.outbox.OutboxMessage;
import java.util.List;

/** A way to one destination. */
interface Channel {
  /** The most messages that SQS and EventBridge take in one request. */
  int MAX_MESSAGES = 10;

  /** The most bytes that EventBridge takes in one request; SQS takes more. */
  int MAX_BYTES = 256 * 1024;

  /**
   * Sends messages in one request. A fault of the service is a result, not an exception.
   *
   * @param messages at most {@value #MAX_MESSAGES}, no two of one lane
   * @return the result of each, in their order
   */
  List<SendResult> send(List<OutboxMessage> messages);
}
