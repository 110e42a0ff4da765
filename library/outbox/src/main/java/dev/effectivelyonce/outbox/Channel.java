package dev.effectivelyonce.outbox;

import dev.effectivelyonce.core.outbox.OutboxLimits;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import java.util.List;

/** A way to one destination. */
interface Channel {
  /** The most messages that SQS and EventBridge take in one request. */
  int MAX_MESSAGES = 10;

  /** Returns the most bytes that the destination takes in one request, and so in one message. */
  default int maxBytes() {
    return OutboxLimits.MAX_BYTES;
  }

  /**
   * Sends messages in one request. A fault of the service is a result, not an exception.
   *
   * @param messages at most {@value #MAX_MESSAGES}, no two of one lane
   * @return the result of each, in their order
   */
  List<SendResult> send(List<OutboxMessage> messages);
}
