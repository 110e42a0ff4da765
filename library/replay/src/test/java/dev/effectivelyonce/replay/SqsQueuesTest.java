package dev.effectivelyonce.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.replay.Candidate.Origin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequest;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchResponse;
import software.amazon.awssdk.services.sqs.model.DeleteMessageRequest;
import software.amazon.awssdk.services.sqs.model.DeleteMessageResponse;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesRequest;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesResponse;
import software.amazon.awssdk.services.sqs.model.ListDeadLetterSourceQueuesRequest;
import software.amazon.awssdk.services.sqs.model.ListDeadLetterSourceQueuesResponse;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageResponse;

/** What is asked of SQS, request by request; {@link LiveReplayTest} asks a queue. */
class SqsQueuesTest {
  private static final ReplayQueue QUEUE = ReplayBench.STANDARD;

  private final Recorder sqs = new Recorder();
  private final SqsQueues queues = new SqsQueues(sqs, QUEUE);

  @Test
  void visibilitiesAreChangedInTens() {
    queues.hide(IntStream.range(0, 20).mapToObj(i -> "r" + i).toList(), Duration.ofMinutes(2));

    assertThat(sqs.changes).hasSize(2);
    assertThat(sqs.changes.stream().flatMap(it -> it.entries().stream()))
        .hasSize(20)
        .allMatch(it -> it.visibilityTimeout() == 120)
        .extracting(ChangeMessageVisibilityBatchRequestEntry::receiptHandle)
        .contains("r0", "r10", "r19");
    assertThat(sqs.changes.get(1).entries())
        .extracting(ChangeMessageVisibilityBatchRequestEntry::id)
        .containsExactly("0", "1", "2", "3", "4", "5", "6", "7", "8", "9");
  }

  @Test
  void theDepthCountsWhatIsHiddenAndDelayedToo() {
    sqs.attributes =
        Map.of(
            QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES, "3",
            QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE, "20",
            QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED, "100");

    assertThat(queues.depth()).isEqualTo(123);
  }

  @Test
  void theCopyIsSentToTheSourceAndTheDeadLetterDeletedByItsReceipt() {
    DeadLetter letter =
        new DeadLetter(Message.builder().messageId("m").receiptHandle("r").body("b").build());

    assertThat(queues.send(letter)).isEqualTo("copy in " + QUEUE.sourceUrl());
    queues.delete(letter);

    assertThat(sqs.deleted).containsExactly("r in " + QUEUE.deadLetterUrl());
  }

  @Test
  void anUnmarkedDeadLetterIsOursOnlyIfNoOtherQueueDeadLettersHere() {
    sqs.sources = List.of("http://elsewhere/1/orders");
    assertThat(queues.facts().unmarked()).isEqualTo(Origin.OURS);

    sqs.sources = List.of("http://sqs/1/orders", "http://sqs/1/payments");
    assertThat(queues.facts().unmarked()).isEqualTo(Origin.OTHER);

    sqs.sources = List.of();
    assertThat(queues.facts().unmarked()).isEqualTo(Origin.OTHER);
  }

  @Test
  void aSourceWhoseArnIsNoQueuesIsNamed() {
    sqs.attributes = Map.of(QueueAttributeName.QUEUE_ARN, "arn:of:nothing");

    assertThatThrownBy(queues::facts)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("arn:of:nothing");
  }

  private static final class Recorder implements SqsClient {
    private final List<ChangeMessageVisibilityBatchRequest> changes = new ArrayList<>();
    private final List<String> deleted = new ArrayList<>();
    private List<String> sources = List.of();
    private Map<QueueAttributeName, String> attributes =
        Map.of(QueueAttributeName.QUEUE_ARN, FakeQueues.SOURCE_ARN);

    @Override
    public ChangeMessageVisibilityBatchResponse changeMessageVisibilityBatch(
        ChangeMessageVisibilityBatchRequest request) {
      changes.add(request);
      return ChangeMessageVisibilityBatchResponse.builder().build();
    }

    @Override
    public GetQueueAttributesResponse getQueueAttributes(GetQueueAttributesRequest request) {
      return GetQueueAttributesResponse.builder().attributes(attributes).build();
    }

    @Override
    public ListDeadLetterSourceQueuesResponse listDeadLetterSourceQueues(
        ListDeadLetterSourceQueuesRequest request) {
      return ListDeadLetterSourceQueuesResponse.builder().queueUrls(sources).build();
    }

    @Override
    public SendMessageResponse sendMessage(SendMessageRequest request) {
      return SendMessageResponse.builder().messageId("copy in " + request.queueUrl()).build();
    }

    @Override
    public DeleteMessageResponse deleteMessage(DeleteMessageRequest request) {
      deleted.add(request.receiptHandle() + " in " + request.queueUrl());
      return DeleteMessageResponse.builder().build();
    }

    @Override
    public String serviceName() {
      return "sqs";
    }

    @Override
    public void close() {}
  }
}
