package dev.effectivelyonce.replay.lambda;

import dev.effectivelyonce.sqs.Stub;
import dev.effectivelyonce.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequest;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchResponse;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesRequest;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesResponse;
import software.amazon.awssdk.services.sqs.model.ListDeadLetterSourceQueuesRequest;
import software.amazon.awssdk.services.sqs.model.ListDeadLetterSourceQueuesResponse;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageRequest;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageResponse;

/** Each receive takes a while and gives one more dead letter, which is left. */
final class EndlessQueue implements SqsClient, Stub {
  private final ManualClock clock;
  private final Duration takes;
  private final List<String> received = new ArrayList<>();

  EndlessQueue(ManualClock clock, Duration takes) {
    this.clock = clock;
    this.takes = takes;
  }

  /** The queue of each receive. */
  List<String> received() {
    return received;
  }

  @Override
  public ReceiveMessageResponse receiveMessage(ReceiveMessageRequest request) {
    clock.advance(takes);
    received.add(request.queueUrl());
    String id = "m-" + received.size();
    Message unreadable = Message.builder().messageId(id).receiptHandle(id).body("not json").build();
    return ReceiveMessageResponse.builder().messages(unreadable).build();
  }

  @Override
  public GetQueueAttributesResponse getQueueAttributes(GetQueueAttributesRequest request) {
    String url = request.queueUrl();
    return GetQueueAttributesResponse.builder()
        .attributes(
            request.attributeNames().contains(QueueAttributeName.QUEUE_ARN)
                ? Map.of(
                    QueueAttributeName.QUEUE_ARN,
                    "arn:aws:sqs:eu-central-1:123456789012:"
                        + url.substring(url.lastIndexOf('/') + 1))
                : Map.of())
        .build();
  }

  @Override
  public ListDeadLetterSourceQueuesResponse listDeadLetterSourceQueues(
      ListDeadLetterSourceQueuesRequest request) {
    return ListDeadLetterSourceQueuesResponse.builder().build();
  }

  @Override
  public ChangeMessageVisibilityBatchResponse changeMessageVisibilityBatch(
      ChangeMessageVisibilityBatchRequest request) {
    return ChangeMessageVisibilityBatchResponse.builder().build();
  }
}
