package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.local.demo.plan.DemoQueue;
import java.util.Map;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** How many messages are in the source queues. */
final class QueueDepths {
  private final SqsClient sqs;
  private final StackResources stack;

  QueueDepths(StackResources stack) {
    this.sqs = stack.system().sqs();
    this.stack = stack;
  }

  /** Messages that could be received now. */
  int visible(DemoQueue queue) {
    return read(queue, QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES);
  }

  /** All messages: visible, in flight and delayed. */
  int all(DemoQueue queue) {
    return read(
        queue,
        QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES,
        QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE,
        QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED);
  }

  private int read(DemoQueue queue, QueueAttributeName... names) {
    Map<QueueAttributeName, String> attributes =
        sqs.getQueueAttributes(
                request -> request.queueUrl(stack.queueUrl(queue)).attributeNames(names))
            .attributes();
    return attributes.values().stream().mapToInt(Integer::parseInt).sum();
  }
}
