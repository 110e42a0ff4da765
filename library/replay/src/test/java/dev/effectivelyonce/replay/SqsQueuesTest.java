package dev.effectivelyonce.replay;

import static dev.effectivelyonce.core.Refusals.assertMistake;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.replay.Candidate.Origin;
import dev.effectivelyonce.sqs.Stub;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
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
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageResponse;
import software.amazon.awssdk.services.sqs.model.SqsException;

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

    assertMistake(queues::facts, "arn:of:nothing");
  }

  @Test
  void aDeadLetterIsReadAsItsConsumerWouldReadIt() {
    Message raw =
        Message.builder()
            .messageId("m")
            .receiptHandle("r")
            .body("b")
            .messageAttributes(
                Map.of(
                    "text", MessageAttributeValue.builder().stringValue("v").build(),
                    "bytes", MessageAttributeValue.builder().dataType("Binary").build()))
            .attributes(
                Map.of(
                    MessageSystemAttributeName.MESSAGE_GROUP_ID, " ",
                    MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT, "7",
                    MessageSystemAttributeName.SENT_TIMESTAMP, "soon"))
            .build();

    dev.effectivelyonce.sqs.SqsMessage read =
        new DeadLetter(raw).asReceivedFrom(FakeQueues.source());

    assertThat(read.attributes()).isEqualTo(Map.of("text", "v"));
    assertThat(read.messageGroup()).isEmpty();
    assertThat(read.receiveCount()).isEqualTo(7);
    assertThat(read.sentAt()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "400, InvalidMessageContents, REFUSED",
    "400, InvalidParameterValue, REFUSED",
    "500, InvalidParameterValue, FAILED",
    "400, AccessDenied, FAILED",
    "503, ServiceUnavailable, FAILED"
  })
  void onlyWhatIsAnsweredForTheMessagesSakeIsTheMessagesTrouble(
      int status, String code, QueueException.Kind kind) {
    AwsErrorDetails details = AwsErrorDetails.builder().errorCode(code).build();
    assertKind(SqsException.builder().statusCode(status).awsErrorDetails(details).build(), kind);
  }

  @Test
  void whatIsNotAnsweredIsNotTheMessagesTrouble() {
    assertKind(SqsException.builder().statusCode(400).build(), QueueException.Kind.FAILED);
    assertKind(SdkClientException.create("Lost"), QueueException.Kind.FAILED);
  }

  private void assertKind(SdkException answer, QueueException.Kind kind) {
    sqs.sendFault = Optional.of(answer);
    DeadLetter letter = new DeadLetter(Message.builder().messageId("m").body("b").build());

    assertThatThrownBy(() -> queues.send(letter))
        .isInstanceOfSatisfying(QueueException.class, e -> assertThat(e.kind()).isEqualTo(kind));
  }

  private static final class Recorder implements SqsClient, Stub {
    private final List<ChangeMessageVisibilityBatchRequest> changes = new ArrayList<>();
    private final List<String> deleted = new ArrayList<>();
    private Optional<SdkException> sendFault = Optional.empty();
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
      sendFault.ifPresent(
          fault -> {
            throw fault;
          });
      return SendMessageResponse.builder().messageId("copy in " + request.queueUrl()).build();
    }

    @Override
    public DeleteMessageResponse deleteMessage(DeleteMessageRequest request) {
      deleted.add(request.receiptHandle() + " in " + request.queueUrl());
      return DeleteMessageResponse.builder().build();
    }
  }
}
