package dev.effectivelyonce.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.MessageAttribute;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import dev.effectivelyonce.batch.Disposition;
import dev.effectivelyonce.batch.HandledMessage;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeValue;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageResponse;
import software.amazon.awssdk.services.sqs.model.SqsException;

/**
 * Which messages of a batch become letters; {@code MovedLettersTest} shows them against a queue.
 */
class SqsDeadLettersTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  private final Sent queue = new Sent();
  private Instant deadline = NOW.plusSeconds(10);

  @Test
  void aLetterThatWasSentIsAcknowledgedAndNoOther() {
    queue.refusals.put("b", refusal(400, "InvalidMessageContents"));

    assertThat(failedOf(lost("a"), lost("b"), lost("c"))).containsExactly("b");
    assertThat(queue.bodies()).containsExactly("a", "c");
  }

  @Test
  void aMessageThatMayRunAgainIsNoLetter() {
    assertThat(failedOf(handled("a", record -> {}, Disposition.waiting(Duration.ZERO))))
        .containsExactly("a");
    assertThat(queue.bodies()).isEmpty();
  }

  @Test
  void aCopyThatMayRunAgainIsNotDoneByTheLetterOfTheOther() {
    Handled again = handled("a", record -> {}, Disposition.waiting(Duration.ZERO));

    assertThat(failedOf(lost("a"), again)).containsExactly("a");
  }

  @Test
  void aBatchWithGapsIsMoved() {
    Handled gap = new Handled(null, lost("b").message());
    Handled attribute =
        handled(
            "a",
            it -> it.setMessageAttributes(Collections.singletonMap("none", null)),
            Disposition.deadLetter("x"));

    assertThat(failedOf(gap, attribute)).containsExactly("b");
  }

  /** A letter of a copy would be a second one. */
  @Test
  void aMessageThatIsTwiceInABatchIsOneLetter() {
    assertThat(failedOf(lost("a"), lost("a"))).isEmpty();
    assertThat(queue.bodies()).containsExactly("a");
  }

  @Test
  void aMessageThatNoQueueHasSentStays() {
    Handled stranger =
        handled(
            "a", it -> it.setEventSourceArn("arn:aws:sns:eu:1:topic"), Disposition.deadLetter("x"));

    assertThat(failedOf(stranger, lost("b"))).containsExactly("a");
  }

  @Test
  void aLetterThatSqsRefusesKeepsThoseBehindItInItsGroup() {
    queue.refusals.put("a", refusal(400, "InvalidMessageContents"));

    assertThat(failedOf(grouped("a", "g"), grouped("b", "g"), grouped("c", "other")))
        .containsExactly("a", "b");
  }

  /** On a standard queue a group has no order to keep. */
  @Test
  void aLetterThatSqsRefusesKeepsNoneOfItsGroupOnAStandardQueue() {
    queue.refusals.put("a", refusal(400, "InvalidMessageContents"));
    Handled first = handled("a", SqsDeadLettersTest::inGroup, Disposition.deadLetter("x"));
    Handled second = handled("b", SqsDeadLettersTest::inGroup, Disposition.deadLetter("x"));

    assertThat(failedOf(first, second)).containsExactly("a");
  }

  @Test
  void aQueueThatTakesNoneIsAskedOnce() {
    for (RuntimeException refusal :
        List.of(
            SdkClientException.create("It is not answered"),
            QueueDoesNotExistException.builder().statusCode(400).build(),
            refusal(403, "AccessDenied"),
            refusal(400, "RequestThrottled"),
            refusal(500, "InternalError"))) {
      queue.requests.clear();
      queue.refusals.put("a", refusal);

      assertThat(failedOf(lost("a"), lost("b"))).containsExactly("a", "b");
      assertThat(queue.requests).as(refusal.toString()).hasSize(1);
    }
  }

  @Test
  void nothingIsSentWithoutTimeForIt() {
    deadline = NOW.plusMillis(500);

    assertThat(failedOf(lost("a"))).containsExactly("a");
    assertThat(queue.requests).isEmpty();
  }

  @Test
  void aCallEndsAfterThreeSecondsOrAtTheDeadline() {
    failedOf(lost("a"));
    deadline = NOW.plusMillis(800);
    failedOf(lost("b"));

    assertThat(queue.requests)
        .extracting(it -> it.overrideConfiguration().orElseThrow().apiCallTimeout().orElseThrow())
        .containsExactly(Duration.ofSeconds(3), Duration.ofMillis(800));
  }

  @Test
  void aLetterSaysWhereItComesFrom() {
    failedOf(
        handled(
            "a",
            it -> it.setAttributes(Map.of("SentTimestamp", "1767323045000")),
            Disposition.deadLetter("x")),
        lost("b"));

    assertThat(queue.requests)
        .extracting(
            it ->
                Objects.requireNonNull(it.messageAttributes().get(SqsDeadLetters.MOVED_FROM))
                    .stringValue())
        .containsExactly(
            TestMessages.STANDARD_ARN + " a 1767323045000", TestMessages.STANDARD_ARN + " b");
  }

  @Test
  void aLetterHasTheGroupTheTraceAndTheAttributesOfItsMessage() {
    MessageAttribute text = new MessageAttribute();
    text.setDataType("String");
    text.setStringValue("EUR");
    MessageAttribute bytes = new MessageAttribute();
    bytes.setDataType("Binary");
    bytes.setBinaryValue(ByteBuffer.wrap(new byte[] {7}));

    failedOf(
        handled(
            "a",
            it -> {
              it.setAttributes(Map.of("MessageGroupId", "g", "AWSTraceHeader", "Root=1-a-b"));
              it.setMessageAttributes(Map.of("currency", text, "digest", bytes));
            },
            Disposition.deadLetter("x")));

    SendMessageRequest letter = queue.requests.getFirst();
    assertThat(letter.messageGroupId()).isEqualTo("g");
    assertThat(letter.messageSystemAttributesAsStrings())
        .extractingByKey("AWSTraceHeader")
        .extracting(MessageSystemAttributeValue::stringValue)
        .isEqualTo("Root=1-a-b");
    assertThat(letter.messageAttributes())
        .containsEntry(
            "currency",
            MessageAttributeValue.builder().dataType("String").stringValue("EUR").build())
        .containsEntry(
            "digest",
            MessageAttributeValue.builder()
                .dataType("Binary")
                .binaryValue(SdkBytes.fromByteArray(new byte[] {7}))
                .build());
  }

  /** SQS's own move gives the message's id, too: a second letter of a lost answer is dropped. */
  @Test
  void aLetterInAFifoQueueIsKnownByTheIdOfItsMessage() {
    failedOf(grouped("a", "g"), lost("b"));

    assertThat(queue.requests)
        .extracting(it -> Objects.toString(it.messageDeduplicationId()))
        .containsExactly("a", "null");
  }

  private record Handled(@Nullable SQSMessage record, HandledMessage<SqsMessage> message) {}

  private static Handled lost(String id) {
    return handled(id, record -> {}, Disposition.deadLetter("refused"));
  }

  private static Handled grouped(String id, String group) {
    return handled(
        id,
        record -> {
          record.setEventSourceArn(TestMessages.FIFO_ARN);
          record.setAttributes(Map.of("MessageGroupId", group));
        },
        Disposition.deadLetter("refused"));
  }

  private static void inGroup(SQSMessage record) {
    record.setAttributes(Map.of("MessageGroupId", "g"));
  }

  private static Handled handled(String id, Consumer<SQSMessage> change, Disposition disposition) {
    SQSMessage record =
        TestMessages.record(
            it -> {
              it.setMessageId(id);
              it.setBody(id);
              change.accept(it);
            });
    return new Handled(record, new HandledMessage<>(SqsMessage.of(record), disposition));
  }

  private List<String> failedOf(Handled... batch) {
    SQSEvent event = TestMessages.event(List.of(batch).stream().map(Handled::record).toList());
    return new SqsDeadLetters(() -> queue, Clock.fixed(NOW, ZoneOffset.UTC), "https://letters")
        .move(event, List.of(batch).stream().map(Handled::message).toList(), deadline).stream()
            .filter(HandledMessage::isFailed)
            .map(it -> it.message().messageId().orElseThrow())
            .toList();
  }

  private static AwsServiceException refusal(int status, String code) {
    return SqsException.builder()
        .statusCode(status)
        .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).build())
        .build();
  }

  /** A queue that refuses the bodies that it is told to. */
  private static final class Sent implements SqsClient, Stub {
    private final List<SendMessageRequest> requests = new ArrayList<>();
    private final Map<String, RuntimeException> refusals = new HashMap<>();

    @Override
    public SendMessageResponse sendMessage(SendMessageRequest request) {
      requests.add(request);
      RuntimeException refusal = refusals.get(request.messageBody());
      if (refusal != null) {
        throw refusal;
      }
      return SendMessageResponse.builder().build();
    }

    private List<String> bodies() {
      return requests.stream()
          .map(SendMessageRequest::messageBody)
          .filter(it -> !refusals.containsKey(it))
          .toList();
    }
  }
}
