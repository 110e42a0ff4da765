package dev.effectivelyonce.tests.sqs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.sqs.SqsStreamHandler;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A consumer that takes Lambda's event as a stream does what one of an SQSEvent does. */
class StreamTest {
  private final Bench bench = new Bench();

  @Test
  void theGoodRunAndTheBadAreReported() throws IOException {
    String answer =
        handle(
            "{\"Records\":["
                + record("good", "{\\\"orderId\\\":\\\"order-1\\\",\\\"amountCents\\\":1}")
                + ","
                + record("bad \\\"one\\\"", "order-2, please")
                + "]}");

    assertThat(answer)
        .isEqualTo("{\"batchItemFailures\":[{\"itemIdentifier\":\"bad \\\"one\\\"\"}]}");
    assertThat(bench.ran()).containsExactly("order-1");
    assertThat(bench.status("order-1")).contains(Status.COMPLETED);
  }

  @Test
  void withoutFailuresTheListIsEmpty() throws IOException {
    assertThat(handle("{\"Records\":[]}")).isEqualTo("{\"batchItemFailures\":[]}");
    assertThat(handle("null")).isEqualTo("{\"batchItemFailures\":[]}");
  }

  @Test
  void aScheduleThatKeepsTheSnapshotIsAnsweredByNothing() throws IOException {
    String scheduled =
        "{\"version\":\"0\",\"id\":\"53dc4d37\",\"detail-type\":\"Scheduled Event\","
            + "\"source\":\"aws.events\",\"resources\":[\"arn:aws:events:eu-west-1:1:rule/r\"],"
            + "\"detail\":{}}";

    assertThat(handle(scheduled)).isEqualTo("{\"batchItemFailures\":[]}");
    assertThat(bench.ran()).isEmpty();
  }

  private String handle(String event) throws IOException {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    new SqsStreamHandler(bench.consumer().build())
        .handleRequest(new ByteArrayInputStream(event.getBytes(UTF_8)), answer, bench.context);
    return answer.toString(UTF_8);
  }

  private static String record(String messageId, String body) {
    return "{\"messageId\":\"%s\",\"receiptHandle\":\"r\",\"body\":\"%s\",\"eventSourceARN\":\"%s\"}"
        .formatted(messageId, body, SqsRecord.arn(Bench.STANDARD));
  }
}
