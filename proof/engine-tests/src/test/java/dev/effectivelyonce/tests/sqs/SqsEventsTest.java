package dev.effectivelyonce.tests.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.sqs.SqsEvents;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SqsEventsTest {
  @Test
  void aRecordIsAWellFormedFirstReceive() {
    SQSMessage message = SqsRecord.of("orders", "m").toMessage();

    assertThat(message.getEventSourceArn())
        .isEqualTo("arn:aws:sqs:eu-central-1:123456789012:orders");
    assertThat(message.getAttributes())
        .containsEntry("ApproximateReceiveCount", "1")
        .containsEntry("SentTimestamp", "1767323045678");
    assertThat(message.getReceiptHandle()).isNotBlank();
    assertThat(message.getBody()).isEqualTo("{}");
  }

  @Test
  void aChangedRecordIsAnotherAndLeavesTheFirstAsItWas() {
    SqsRecord first = SqsRecord.of("orders", "m");
    SQSMessage before = first.toMessage();

    SQSMessage changed =
        first
            .id("other")
            .body("text")
            .group("g")
            .receiveCount(4)
            .receiptHandle("r")
            .attribute("a", "1")
            .binaryAttribute("b", new byte[] {1})
            .with(message -> message.setEventSourceArn(null))
            .toMessage();

    assertThat(first.toMessage()).isEqualTo(before);
    assertThat(changed.getMessageId()).isEqualTo("other");
    assertThat(changed.getReceiptHandle()).isEqualTo("r");
    assertThat(changed.getBody()).isEqualTo("text");
    assertThat(changed.getAttributes())
        .containsEntry("MessageGroupId", "g")
        .containsEntry("ApproximateReceiveCount", "4");
    assertThat(changed.getMessageAttributes()).containsOnlyKeys("a", "b");
    assertThat(changed.getEventSourceArn()).isNull();
  }

  @Test
  void bodiesAloneMakeABatchWithIdsOfTheirOwn() {
    List<SQSMessage> records = SqsEvents.ofBodies("orders", "one", "two").getRecords();

    assertThat(records).extracting(SQSMessage::getBody).containsExactly("one", "two");
    assertThat(records)
        .extracting(SQSMessage::getMessageId)
        .containsExactly("message-1", "message-2");
  }

  @Test
  void theTimeOfAContextFollowsItsClock() {
    ManualClock clock = new ManualClock();
    TestContext context = new TestContext(clock, Duration.ofSeconds(30));

    assertThat(context.getRemainingTimeInMillis()).isEqualTo(30_000);
    clock.advance(Duration.ofSeconds(31));
    assertThat(context.getRemainingTimeInMillis()).isEqualTo(-1000);
    context.endAt(clock.instant().plusMillis(5));
    assertThat(context.getRemainingTimeInMillis()).isEqualTo(5);
  }
}
