package dev.effectivelyonce.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceQueueTest {
  private static final String PREFIX = "arn:aws:sqs:eu-central-1:123456789012:";

  @Test
  void knowsAccountNameAndKindOfAQueue() {
    SourceQueue queue = SourceQueue.parse(PREFIX + "payments.fifo").orElseThrow();

    assertThat(queue.account()).isEqualTo("123456789012");
    assertThat(queue.name()).isEqualTo("payments.fifo");
    assertThat(queue.isFifo()).isTrue();
    assertThat(SourceQueue.parse(PREFIX + "payments").orElseThrow().isFifo()).isFalse();
    assertThat(SourceQueue.parse(PREFIX + "payments-fifo").orElseThrow().isFifo()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "arn:aws-cn:sqs:cn-north-1:123456789012:orders",
        "arn:aws-us-gov:sqs:us-gov-west-1:123456789012:orders.fifo",
        "arn:aws-iso-b:sqs:us-isob-east-1:123456789012:Orders_2"
      })
  void knowsQueuesOfOtherPartitions(String arn) {
    assertThat(SourceQueue.parse(arn)).isPresent();
  }

  @Test
  void knowsTheLongestNamesThatSqsAllows() {
    assertThat(SourceQueue.parse(PREFIX + "q".repeat(80))).isPresent();
    assertThat(SourceQueue.parse(PREFIX + "q".repeat(75) + ".fifo")).isPresent();
    assertThat(SourceQueue.parse(PREFIX + "q".repeat(81))).isEmpty();
    assertThat(SourceQueue.parse(PREFIX + "q".repeat(76) + ".fifo")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "orders",
        "arn:aws:sns:eu-central-1:123456789012:orders",
        "arn:aws:kinesis:eu-central-1:123456789012:stream/orders",
        "arn:aws:sqs:eu-central-1:123456789012:",
        "arn:aws:sqs:eu-central-1:123456789012:a b",
        "arn:aws:sqs:eu-central-1:1234:orders",
        "arn:aws:sqs:eu-central-1:123456789012:orders.fifo.fifo",
        "https://sqs.eu-central-1.amazonaws.com/123456789012/orders"
      })
  void refusesWhatIsNotTheArnOfAQueue(String arn) {
    assertThat(SourceQueue.parse(arn)).isEmpty();
  }
}
