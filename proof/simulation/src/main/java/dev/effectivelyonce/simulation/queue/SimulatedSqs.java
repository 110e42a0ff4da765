package dev.effectivelyonce.simulation.queue;

import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Words;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.simulation.queue.SimulatedMessage.Draft;
import dev.effectivelyonce.simulation.store.Network;
import dev.effectivelyonce.simulation.store.SimulatedClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import software.amazon.awssdk.awscore.AwsRequest;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequest;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchResponse;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.DeleteMessageRequest;
import software.amazon.awssdk.services.sqs.model.DeleteMessageResponse;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesRequest;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesResponse;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlRequest;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlResponse;
import software.amazon.awssdk.services.sqs.model.ListDeadLetterSourceQueuesRequest;
import software.amazon.awssdk.services.sqs.model.ListDeadLetterSourceQueuesResponse;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageRequest;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageResponse;

/** The client of SQS that a process has. A queue's URL is its name. */
public record SimulatedSqs(
    SimulatedProcess process, Network network, Queues queues, Observer observer)
    implements SqsClient, SimulatedClient {
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(3);

  /**
   * A consumer's queues.
   *
   * @param visibility for how long the source queue hides what is received
   * @param ids of what is sent to them
   */
  public record Queues(
      SimulatedQueue source,
      SimulatedQueue deadLetters,
      Duration visibility,
      Supplier<String> ids) {
    SimulatedQueue named(String name) {
      return name.equals(source.name()) ? source : deadLetters;
    }
  }

  /** Who judges what a client does. */
  public interface Observer {
    /** Judges nothing. */
    Observer NONE = new Observer() {};

    /** A message was sent, or dropped as one that was sent before. */
    default void sent(Draft draft) {}

    /** A message was deleted. */
    default void deleted(SimulatedMessage message) {}

    /** Messages are asked for. */
    default void polls() {}

    /** The answer is here; without a message also if it never came. */
    default void polled(List<Received> received) {}

    /** SQS is asked to delete a message. */
    default void deletes(String receipt) {}

    /** SQS is asked to hide a message for so long. */
    default void hides(String receipt, Duration hidden) {}
  }

  @Override
  public ReceiveMessageResponse receiveMessage(ReceiveMessageRequest request) {
    boolean withAttributes = request.messageAttributeNames().contains("All");
    List<Received> received = List.of();
    observer.polls();
    try {
      received = receive(request);
    } finally {
      observer.polled(received);
    }
    return ReceiveMessageResponse.builder()
        .messages(received.stream().map(it -> message(it, withAttributes)).toList())
        .build();
  }

  private List<Received> receive(ReceiveMessageRequest request) {
    Duration hidden = Duration.ofSeconds(request.visibilityTimeout());
    SimulatedQueue queue = queues.named(request.queueUrl());
    int most = request.maxNumberOfMessages();
    List<Received> received =
        call(request, Words.of("RECEIVE"), () -> List.copyOf(queue.receive(most, hidden)));
    if (received.isEmpty() && request.waitTimeSeconds() > 0) {
      Duration longest = Duration.ofSeconds(request.waitTimeSeconds());
      queue.await(network.scheduler(), network.scheduler().now().plus(longest));
      received = call(request, Words.of("RECEIVE"), () -> List.copyOf(queue.receive(most, hidden)));
    }
    return received;
  }

  private static Message message(Received received, boolean withAttributes) {
    Map<MessageSystemAttributeName, String> attributes =
        new EnumMap<>(MessageSystemAttributeName.class);
    attributes.put(
        MessageSystemAttributeName.SENT_TIMESTAMP, Long.toString(received.sentAt().toEpochMilli()));
    attributes.put(
        MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT,
        Integer.toString(received.receives()));
    received
        .draft()
        .group()
        .ifPresent(it -> attributes.put(MessageSystemAttributeName.MESSAGE_GROUP_ID, it));
    received
        .movedFrom()
        .ifPresent(
            it -> attributes.put(MessageSystemAttributeName.DEAD_LETTER_QUEUE_SOURCE_ARN, it));
    return Message.builder()
        .messageId(received.id())
        .receiptHandle(received.receipt())
        .body(received.body())
        .attributes(attributes)
        .messageAttributes(withAttributes ? texts(received) : Map.of())
        .build();
  }

  private static Map<String, MessageAttributeValue> texts(Received received) {
    return received.draft().attributes().entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                it ->
                    MessageAttributeValue.builder()
                        .dataType("String")
                        .stringValue(it.getValue())
                        .build()));
  }

  private static Map<String, String> texts(SendMessageRequest request) {
    return request.messageAttributes().entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, it -> it.getValue().stringValue()));
  }

  @Override
  public SendMessageResponse sendMessage(SendMessageRequest request) {
    Draft draft =
        new Draft(
            queues.ids().get(),
            request.messageBody(),
            Optional.ofNullable(request.messageGroupId()),
            Optional.ofNullable(request.messageDeduplicationId()),
            texts(request));
    return call(
        request,
        Words.of("SEND", request.messageBody()),
        () -> {
          queues.named(request.queueUrl()).send(draft);
          observer.sent(draft);
          return SendMessageResponse.builder().messageId(draft.id()).build();
        });
  }

  @Override
  public DeleteMessageResponse deleteMessage(DeleteMessageRequest request) {
    return call(
        request,
        Words.of("DELETE", request.receiptHandle()),
        () -> {
          queues
              .named(request.queueUrl())
              .delete(request.receiptHandle())
              .ifPresent(observer::deleted);
          return DeleteMessageResponse.builder().build();
        });
  }

  @Override
  public DeleteMessageBatchResponse deleteMessageBatch(DeleteMessageBatchRequest request) {
    List<String> receipts =
        request.entries().stream().map(DeleteMessageBatchRequestEntry::receiptHandle).toList();
    receipts.forEach(observer::deletes);
    return call(request, Words.of("DELETE", receipts), () -> delete(request));
  }

  private DeleteMessageBatchResponse delete(DeleteMessageBatchRequest request) {
    SimulatedQueue queue = queues.named(request.queueUrl());
    List<BatchResultErrorEntry> failed = new ArrayList<>();
    for (DeleteMessageBatchRequestEntry entry : request.entries()) {
      if (network.faults().happens(Fault.DELETE_LOST)) {
        failed.add(BatchResultErrorEntry.builder().id(entry.id()).code("InternalError").build());
      } else {
        queue.delete(entry.receiptHandle()).ifPresent(observer::deleted);
      }
    }
    return DeleteMessageBatchResponse.builder().failed(failed).build();
  }

  @Override
  public ChangeMessageVisibilityBatchResponse changeMessageVisibilityBatch(
      ChangeMessageVisibilityBatchRequest request) {
    request
        .entries()
        .forEach(
            it -> observer.hides(it.receiptHandle(), Duration.ofSeconds(it.visibilityTimeout())));
    return call(request, Words.of("VISIBILITY", described(request)), () -> hide(request));
  }

  private static List<Words> described(ChangeMessageVisibilityBatchRequest request) {
    return request.entries().stream()
        .map(entry -> Words.of(entry.receiptHandle(), "in", entry.visibilityTimeout(), "s"))
        .toList();
  }

  private ChangeMessageVisibilityBatchResponse hide(ChangeMessageVisibilityBatchRequest request) {
    SimulatedQueue queue = queues.named(request.queueUrl());
    List<BatchResultErrorEntry> failed = new ArrayList<>();
    for (ChangeMessageVisibilityBatchRequestEntry entry : request.entries()) {
      if (!queue.hide(entry.receiptHandle(), Duration.ofSeconds(entry.visibilityTimeout()))) {
        failed.add(
            BatchResultErrorEntry.builder().id(entry.id()).code("MessageNotInflight").build());
      }
    }
    return ChangeMessageVisibilityBatchResponse.builder().failed(failed).build();
  }

  /** Answered at once: it is asked under a lock, which no thread may wait for here. */
  @Override
  public GetQueueUrlResponse getQueueUrl(GetQueueUrlRequest request) {
    failNowAndThen();
    return GetQueueUrlResponse.builder().queueUrl(request.queueName()).build();
  }

  @Override
  public GetQueueAttributesResponse getQueueAttributes(GetQueueAttributesRequest request) {
    failNowAndThen();
    SimulatedQueue queue = queues.named(request.queueUrl());
    Map<QueueAttributeName, String> attributes = new EnumMap<>(QueueAttributeName.class);
    attributes.put(QueueAttributeName.QUEUE_ARN, queue.arn());
    attributes.put(QueueAttributeName.MESSAGE_RETENTION_PERIOD, "345600");
    attributes.put(
        QueueAttributeName.VISIBILITY_TIMEOUT, Long.toString(queues.visibility().toSeconds()));
    attributes.put(
        QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES,
        Integer.toString(queue.messages().size()));
    queue
        .receivesAtMost()
        .ifPresent(
            most ->
                attributes.put(
                    QueueAttributeName.REDRIVE_POLICY, "{\"maxReceiveCount\":%s}".formatted(most)));
    attributes.keySet().retainAll(request.attributeNames());
    return GetQueueAttributesResponse.builder().attributes(attributes).build();
  }

  private void failNowAndThen() {
    if (network.faults().happens(Fault.LOOKUP_FAILS)) {
      throw SdkClientException.create("A lookup came to nothing");
    }
  }

  @Override
  public ListDeadLetterSourceQueuesResponse listDeadLetterSourceQueues(
      ListDeadLetterSourceQueuesRequest request) {
    return ListDeadLetterSourceQueuesResponse.builder().queueUrls(queues.source().name()).build();
  }

  private <T> T call(AwsRequest request, Words what, Supplier<T> carriedOut) {
    Duration timeout =
        request
            .overrideConfiguration()
            .flatMap(AwsRequestOverrideConfiguration::apiCallTimeout)
            .orElse(CALL_TIMEOUT);
    return network.call(process, what, timeout, carriedOut);
  }
}
