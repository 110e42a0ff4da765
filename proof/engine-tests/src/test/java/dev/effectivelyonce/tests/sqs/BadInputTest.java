package dev.effectivelyonce.tests.sqs;

import static dev.effectivelyonce.core.Refusals.assertRefused;
import static dev.effectivelyonce.tests.sqs.Bench.standard;
import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.testkit.sqs.SqsEvents;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever arrives: the good messages of its batch run, the bad ones are reported. */
class BadInputTest {
  private static final String DEEP = "[".repeat(100_000) + "]".repeat(100_000);
  private static final String HALF_A_PAIR = "\\uD83D";

  private final Bench bench = new Bench();

  @Test
  void nothingIsAnsweredWithNoFailures() {
    assertThat(bench.failed(bench.consumer().build(), SqsEvents.raw(null))).isEmpty();
    assertThat(bench.failed(bench.consumer().build(), SqsEvents.raw(List.of()))).isEmpty();
    assertThat(bench.consumer().build().handle(null, bench.context).getBatchItemFailures())
        .isEmpty();
  }

  @Test
  void aNullRecordFailsTheBatchSinceItsMessageCantBeNamed() {
    List<SQSMessage> records = Arrays.asList(standard("good", "order-1").toMessage(), null);

    assertRefused(
        IllegalStateException.class,
        () -> bench.consumer().build().handle(SqsEvents.raw(records), bench.context),
        "without a message id");

    assertThat(bench.status("order-1")).contains(Status.COMPLETED);
  }

  @Test
  void aFailedRecordWithoutAMessageIdFailsTheBatch() {
    for (String id : Arrays.asList(null, "", " ")) {
      SqsRecord bad = standard("bad", "order-2").body("{").with(m -> m.setMessageId(id));

      assertRefused(
          IllegalStateException.class, () -> bench.failed(standard("good", "order-1"), bad));
    }
  }

  @ParameterizedTest
  @MethodSource
  void aMessageThatCantBeHandledGoesToTheDeadLetterQueueAlone(Consumer<SQSMessage> damage) {
    SqsRecord bad = standard("bad", "order-2").with(damage);

    assertThat(bench.failed(standard("good", "order-1"), bad)).containsExactly("bad");

    assertThat(bench.ran()).containsExactly("order-1");
    assertThat(bench.memory.records()).hasSize(1);
  }

  static Stream<Arguments> aMessageThatCantBeHandledGoesToTheDeadLetterQueueAlone() {
    return Stream.of(
            damage("null body", m -> m.setBody(null)),
            body("empty body", ""),
            body("blank body", " \n"),
            body("not JSON", "order-2, please"),
            body("cut JSON", "{\"orderId\":\"order-2\",\"amountC"),
            body("two values", Order.json("order-2") + Order.json("order-3")),
            body("JSON null", "null"),
            body("a string", "\"order-2\""),
            body("a number", "12"),
            body("an array", "[" + Order.json("order-2") + "]"),
            body("a field of another type", "{\"orderId\":{\"a\":1},\"amountCents\":1}"),
            body("a number that is text", "{\"orderId\":\"order-2\",\"amountCents\":\"many\"}"),
            body("a number too large", "{\"orderId\":\"order-2\",\"amountCents\":1e300}"),
            body("a missing number", "{\"orderId\":\"order-2\"}"),
            body("deep nesting", DEEP),
            body(
                "deep nesting in an unknown field", "{\"x\":" + DEEP + ",\"orderId\":\"order-2\"}"),
            body("missing key", "{\"amountCents\":1}"),
            body("null key", "{\"orderId\":null,\"amountCents\":1}"),
            body("empty key", Order.json("")),
            body("blank key", Order.json(" \\t\\u2003")),
            body("key over 2 KiB", Order.json("k".repeat(2049))),
            body("key with half a surrogate pair", Order.json(HALF_A_PAIR)),
            body("key that is the message id", Order.json("bad")),
            damage("no ARN", m -> m.setEventSourceArn(null)),
            damage("blank ARN", m -> m.setEventSourceArn(" ")),
            damage("ARN of SNS", m -> m.setEventSourceArn("arn:aws:sns:eu-west-1:123456789012:t")),
            damage("no ARN at all", m -> m.setEventSourceArn("orders")))
        .map(Arguments::of);
  }

  @ParameterizedTest
  @MethodSource
  void aMessageWithOddPartsIsHandled(Consumer<SQSMessage> damage) {
    assertThat(bench.failed(standard("odd", "order-1").with(damage))).isEmpty();

    assertThat(bench.ran()).containsExactly("order-1");
  }

  static Stream<Arguments> aMessageWithOddPartsIsHandled() {
    String huge = "x".repeat(1024 * 1024 - 70);
    return Stream.of(
            body(
                "unknown fields",
                "{\"orderId\":\"order-1\",\"amountCents\":1,\"color\":{\"a\":[1,null]}}"),
            body(
                "a body of 1 MiB",
                "{\"orderId\":\"order-1\",\"amountCents\":1,\"note\":\"" + huge + "\"}"),
            body(
                "half a surrogate pair outside the key",
                "{\"orderId\":\"order-1\",\"amountCents\":1,\"note\":\"" + HALF_A_PAIR + "\"}"),
            damage("no system attributes", m -> m.setAttributes(null)),
            damage("no message attributes", m -> m.setMessageAttributes(null)),
            damage("no message id", m -> m.setMessageId(null)),
            damage("no receipt handle", m -> m.setReceiptHandle(null)),
            damage("no region, no event source", m -> m.setEventSource(null)))
        .map(Arguments::of);
  }

  @Test
  void aFailureWithoutAReceiptHandleIsReportedAndComesBackAtTheQueuesOwnTime() {
    assertThat(bench.failed(standard("bad", "x").body("{").with(m -> m.setReceiptHandle(null))))
        .containsExactly("bad");

    assertThat(bench.visibility.changes()).isEmpty();
  }

  private static Named<Consumer<SQSMessage>> body(String name, String body) {
    return damage(name, message -> message.setBody(body));
  }

  private static Named<Consumer<SQSMessage>> damage(String name, Consumer<SQSMessage> damage) {
    return Named.of(name, damage);
  }
}
