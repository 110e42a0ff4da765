package dev.effectivelyonce.outbox;

import static dev.effectivelyonce.outbox.Bench.FIFO;
import static dev.effectivelyonce.outbox.Bench.STANDARD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.outbox.OutgoingMessage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementResponse;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;

@ExtendWith(LocalAws.class)
class OutboxPublisherTest {
  private final Bench bench;

  OutboxPublisherTest(LocalAws.Running aws) {
    bench = new Bench(aws);
  }

  @BeforeEach
  void anotherTime() {
    bench.clock.advance(Duration.ofSeconds(1));
  }

  private static OutgoingMessage standard(String body) {
    return OutgoingMessage.to(STANDARD, "shipment-ordered", body);
  }

  /** On the FIFO queue, its body its name. */
  private static OutgoingMessage ordered(String key, String name) {
    return OutgoingMessage.to(FIFO, name, name).orderedBy(key);
  }

  private static SendMessageBatchResponse neverArrives(
      SqsClient sqs, SendMessageBatchRequest request) {
    throw SdkClientException.create("The connection breaks");
  }

  private static SendMessageBatchResponse answerIsLost(
      SqsClient sqs, SendMessageBatchRequest request) {
    sqs.sendMessageBatch(request);
    throw SdkClientException.create("The answer is lost");
  }

  /** Takes all but those with the body, which fail with the code. */
  private static FlakySqs.Spoiling failing(String body, String code) {
    return (sqs, request) -> {
      List<SendMessageBatchRequestEntry> others =
          request.entries().stream().filter(it -> !it.messageBody().equals(body)).toList();
      List<BatchResultErrorEntry> failed =
          request.entries().stream()
              .filter(it -> it.messageBody().equals(body))
              .map(it -> BatchResultErrorEntry.builder().id(it.id()).code(code).build())
              .toList();
      SendMessageBatchResponse sent =
          others.isEmpty()
              ? SendMessageBatchResponse.builder().build()
              : sqs.sendMessageBatch(request.toBuilder().entries(others).build());
      return sent.toBuilder().failed(failed).build();
    };
  }

  private static BatchWriteItemResponse diesBeforeTheDelete(BatchWriteItemRequest request) {
    throw SdkClientException.create("The process dies");
  }

  private static ExecuteStatementResponse isNotRead(ExecuteStatementRequest request) {
    throw SdkClientException.create("It is not answered");
  }

  @Test
  void aMessageIsSentWithItsIdAndDeleted() {
    String id = bench.commit("O-1", standard("one").attribute("tenant", "blue"));

    assertThat(bench.publish()).isEmpty();

    Message sent = bench.drain(STANDARD).getFirst();
    assertThat(sent.body()).isEqualTo("one");
    assertThat(Bench.attributes(sent)).isEqualTo(Map.of("outbox-id", id, "tenant", "blue"));
    assertThat(bench.waiting()).isEmpty();
    assertThat(bench.reports).containsExactly(new OutboxReport(1, 0, 0, 0, Map.of()));
  }

  @Test
  void onAFifoQueueTheOrderingKeyIsTheGroupAndTheIdTheDeduplicationId() {
    String id = bench.commit("O-1", ordered("C-1", "a"));

    bench.publish();

    assertThat(bench.drain(FIFO).getFirst().attributes())
        .containsEntry(MessageSystemAttributeName.MESSAGE_GROUP_ID, "C-1")
        .containsEntry(MessageSystemAttributeName.MESSAGE_DEDUPLICATION_ID, id);
  }

  @Test
  void messagesOfOneKeyGoInTheOrderOfTheStream() {
    IntStream.range(0, 23).forEach(i -> bench.commit("O-" + i, ordered("C-1", "m" + i)));
    bench.commit("other", ordered("C-2", "other"));

    assertThat(bench.publish()).isEmpty();

    assertThat(bench.bodies(FIFO).stream().filter(it -> !it.equals("other")))
        .containsExactlyElementsOf(IntStream.range(0, 23).mapToObj(i -> "m" + i).toList());
  }

  @Test
  void manyMessagesGoInFewRequests() {
    IntStream.range(0, 25).forEach(i -> bench.commit("O-" + i, standard("m" + i)));

    bench.publish();

    assertThat(bench.sqs.requests()).isEqualTo(3);
    assertThat(bench.bodies(STANDARD)).hasSize(25);
  }

  @Test
  void aProcessThatDiesBetweenSendingAndDeletingSendsTheSameIdAgainWhichAFifoQueueDrops() {
    bench.commit("O-1", ordered("C-1", "a"));
    bench.commit("O-2", ordered("C-1", "b"));
    bench.dynamoDb.spoilDelete(OutboxPublisherTest::diesBeforeTheDelete);

    assertThat(bench.publish()).containsExactly("s-1");
    assertThat(bench.waiting()).containsExactlyInAnyOrder("a", "b");
    assertThat(bench.publish()).isEmpty();

    assertThat(bench.bodies(FIFO)).containsExactly("a", "b");
    assertThat(bench.waiting()).isEmpty();
  }

  @Test
  void onAStandardQueueTheCopyHasTheSameId() {
    bench.commit("O-1", standard("a"));
    bench.dynamoDb.spoilDelete(OutboxPublisherTest::diesBeforeTheDelete);

    bench.publish();
    bench.publish();

    List<Message> copies = bench.drain(STANDARD);
    assertThat(copies).hasSize(2);
    assertThat(copies)
        .extracting(Bench::attributes)
        .containsOnly(Bench.attributes(copies.getFirst()));
  }

  @Test
  void aLostAnswerIsSentAgainAndHoldsItsKey() {
    bench.commit("O-1", ordered("C-1", "a"));
    bench.commit("O-2", ordered("C-1", "b"));
    bench.sqs.spoilNext(OutboxPublisherTest::answerIsLost);

    assertThat(bench.publish()).containsExactly("s-1");
    assertThat(bench.publish()).isEmpty();

    assertThat(bench.bodies(FIFO)).containsExactly("a", "b");
  }

  @Test
  void aTemporaryFailureHoldsItsKeyAlone() {
    bench.commit("O-1", ordered("C-1", "a1"));
    bench.commit("O-2", ordered("C-2", "b1"));
    bench.commit("O-3", ordered("C-1", "a2"));
    bench.commit("O-4", ordered("C-2", "b2"));
    bench.sqs.spoilNext(failing("a1", "ThrottlingException"));

    assertThat(bench.publish()).containsExactly("s-1");

    assertThat(bench.waiting()).containsExactlyInAnyOrder("a1", "a2");
    assertThat(bench.bodies(FIFO)).containsExactly("b1", "b2");
    assertThat(bench.reports).containsExactly(new OutboxReport(2, 0, 2, 0, Map.of()));
  }

  @Test
  void whatIsGoneIsNotSentAgain() {
    bench.commit("O-1", standard("a"));
    bench.commit("O-2", standard("b"));
    bench.sqs.spoilNext(failing("b", "InternalError"));

    assertThat(bench.publish()).containsExactly("s-2");
    assertThat(bench.publish()).isEmpty();

    assertThat(bench.bodies(STANDARD)).containsExactlyInAnyOrder("a", "b");
    assertThat(bench.reports.getLast()).isEqualTo(new OutboxReport(1, 1, 0, 0, Map.of()));
  }

  @Test
  void aRequestThatNeverArrivesIsSentAgain() {
    bench.commit("O-1", standard("a"));
    bench.sqs.spoilNext(OutboxPublisherTest::neverArrives);

    assertThat(bench.publish()).containsExactly("s-1");
    assertThat(bench.publish()).isEmpty();

    assertThat(bench.bodies(STANDARD)).containsExactly("a");
  }

  @Test
  void whatTheQueueNeverTakesStaysAndHoldsNothing() {
    bench.commit("O-1", ordered("C-1", "bad"));
    bench.commit("O-2", ordered("C-1", "good"));
    bench.sqs.spoilNext(failing("bad", "InvalidMessageContents"));

    assertThat(bench.publish()).isEmpty();

    assertThat(bench.bodies(FIFO)).containsExactly("good");
    assertThat(bench.waiting()).containsExactly("bad");
    assertThat(bench.reports).containsExactly(new OutboxReport(1, 0, 0, 1, Map.of()));
  }

  @Test
  void anUnknownDestinationStaysAndHoldsNothing() {
    bench.commit("O-1", OutgoingMessage.to("nowhere", "lost", "x").orderedBy("C-1"));
    bench.commit("O-2", ordered("C-1", "good"));

    assertThat(bench.publish()).isEmpty();

    assertThat(bench.bodies(FIFO)).containsExactly("good");
    assertThat(bench.waiting()).containsExactly("lost");
  }

  @Test
  void whatCouldNotBeReadIsNotTakenForSent() {
    bench.commit("O-1", ordered("C-1", "a"));
    bench.dynamoDb.spoilRead(OutboxPublisherTest::isNotRead);

    assertThat(bench.publish()).containsExactly("s-1");
    assertThat(bench.bodies(FIFO)).isEmpty();
    assertThat(bench.publish()).isEmpty();

    assertThat(bench.bodies(FIFO)).containsExactly("a");
  }

  @Test
  void whatWasLeftUndeletedIsDeletedAtTheSecondAsking() {
    bench.commit("O-1", standard("a"));
    bench.dynamoDb.spoilDelete(
        request ->
            BatchWriteItemResponse.builder().unprocessedItems(request.requestItems()).build());

    assertThat(bench.publish()).isEmpty();

    assertThat(bench.waiting()).isEmpty();
  }

  @Test
  void nothingIsSentWhenTheTimeIsOver() {
    bench.commit("O-1", standard("a"));

    assertThat(bench.publish(Duration.ZERO)).containsExactly("s-1");

    assertThat(bench.bodies(STANDARD)).isEmpty();
    assertThat(bench.waiting()).hasSize(1);
  }

  @Test
  void onlyMessagesThatCameCount() {
    bench.commit("O-1", standard("a"));
    bench.records("REMOVE");

    assertThat(bench.publish()).isEmpty();

    assertThat(bench.bodies(STANDARD)).isEmpty();
  }
}
