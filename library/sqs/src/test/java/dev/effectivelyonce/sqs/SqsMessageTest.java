package dev.effectivelyonce.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqsMessageTest {
  @Test
  void anEmptyRecordIsAMessageOfWhichNothingIsKnown() {
    SqsMessage message = SqsMessage.of(new SQSMessage());

    assertThat(message.messageId()).isEmpty();
    assertThat(message.receiptHandle()).isEmpty();
    assertThat(message.body()).isEmpty();
    assertThat(message.source()).isEmpty();
    assertThat(message.messageGroup()).isEmpty();
    assertThat(message.receiveCount()).isEqualTo(1);
    assertThat(message.sentAt()).isEmpty();
    assertThat(message.attributes()).isEmpty();
    assertThat(message.isFifo()).isFalse();
  }

  @Test
  void readsTheSystemAttributes() {
    SqsMessage message =
        TestMessages.withSystem(
            Map.of(
                "MessageGroupId", "account-7",
                "ApproximateReceiveCount", "3",
                "SentTimestamp", "1767323045678"));

    assertThat(message.messageGroup()).contains("account-7");
    assertThat(message.receiveCount()).isEqualTo(3);
    assertThat(message.sentAt()).contains(Instant.parse("2026-01-02T03:04:05.678Z"));
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2147483647, 2147483647", "4294967296, 2147483647", "x, 1", "0, 1", "-1, 1"})
  void theReceiveCountIsAtLeastOneAndFitsAnInt(String text, int expected) {
    assertThat(TestMessages.withSystem(Map.of("ApproximateReceiveCount", text)).receiveCount())
        .isEqualTo(expected);
  }

  @Test
  void aTimeThatIsNoneIsEmpty() {
    assertThat(TestMessages.withSystem(Map.of("SentTimestamp", "yesterday")).sentAt()).isEmpty();
    assertThat(TestMessages.withSystem(Map.of("SentTimestamp", "99999999999999999999")).sentAt())
        .isEmpty();
  }

  @Test
  void fifoIsKnownByTheQueueAndNotByTheGroup() {
    assertThat(TestMessages.withSystem(Map.of("MessageGroupId", "tenant")).isFifo()).isFalse();
    assertThat(TestMessages.message(r -> r.setEventSourceArn(TestMessages.FIFO_ARN)).isFifo())
        .isTrue();
  }

  @Test
  void keepsTheAttributesThatAreText() {
    SqsMessage message =
        TestMessages.message(
            record ->
                record.setMessageAttributes(
                    Map.of(
                        "eventId", TestMessages.string("e-1"),
                        "picture", TestMessages.binary((byte) 1, (byte) 2))));

    assertThat(message.attributes()).containsExactly(Map.entry("eventId", "e-1"));
  }

  @Test
  void itsTextShowsNothingOfItsContent() {
    SqsMessage message =
        TestMessages.message(
            record -> {
              record.setBody("secret body");
              record.setAttributes(Map.of("MessageGroupId", "secret group"));
              record.setMessageAttributes(Map.of("k", TestMessages.string("secret attribute")));
            });

    assertThat(message.toString()).contains("id-1").contains("orders").doesNotContain("secret");
  }
}
