package dev.effectivelyonce.sqs;

import static dev.effectivelyonce.sqs.Reading.deferred;
import static dev.effectivelyonce.sqs.Reading.texts;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.sqs.ReadMessage.Deferred;
import dev.effectivelyonce.sqs.ReadMessage.Unusable;
import dev.effectivelyonce.sqs.ReadMessage.Usable;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Payloads in S3, by the pointers of the extended clients. */
class PayloadPointersTest {
  private static final String SIZE = "ExtendedPayloadSize";
  private static final String ORDER = "{\"id\":\"ü\"}";
  private static final int BYTES = ORDER.getBytes(UTF_8).length;

  private final List<PayloadPointer> asked = new CopyOnWriteArrayList<>();

  @Test
  void aPayloadIsReadOnceFromWhereItsPointerSays() {
    ReadMessage<String> read = read(it -> ORDER.getBytes(UTF_8), pointing("k", BYTES));

    assertThat(((Usable<String>) read).key()).isEqualTo(BusinessKey.of("ü"));
    assertThat(asked).containsExactly(new PayloadPointer("payloads", "k", BYTES));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"s3BucketName\":\"payloads\",\"s3Key\":\"k\"}",
        " { \"s3Key\" : \"k\", \"s3BucketName\" : \"payloads\" } ",
        "{\"s3BucketName\":\"payloads\",\"s3Key\":\"k\",\"more\":1}"
      })
  void aPlaceByItselfIsAPointerWhereTheAttributeSaysSo(String place) {
    assertThat(read(it -> ORDER.getBytes(UTF_8), pointing(place, "" + BYTES)))
        .isInstanceOf(Usable.class);
    assertThat(asked).containsExactly(new PayloadPointer("payloads", "k", BYTES));
  }

  @Test
  void aPayloadThatOnlyNamesAPlaceIsReadAsItIs() {
    String order = "{\"id\":\"a\",\"s3BucketName\":\"b\",\"s3Key\":\"k\"}";

    assertThat(read(this::order, TestMessages.withBody(order))).isInstanceOf(Usable.class);
    assertThat(asked).isEmpty();
  }

  @Test
  void thePointerAndTheAttributeOfTheFirstClientsAreKnown() {
    SqsMessage old =
        TestMessages.withAttribute(
            Envelopes.pointer("k")
                .replace(
                    "software.amazon.payloadoffloading.PayloadS3Pointer",
                    "com.amazon.sqs.javamessaging.MessageS3Pointer"),
            "SQSLargePayloadSize",
            "" + BYTES);

    assertThat(read(it -> ORDER.getBytes(UTF_8), old)).isInstanceOf(Usable.class);
  }

  @Test
  void aPointerInsideOfANotificationOfSnsIsFollowed() {
    String body =
        Envelopes.sns("m-1", Envelopes.pointer("k"))
            .replace(
                "\"tenant\" :",
                "\"%s\" : {\"Type\":\"Number\",\"Value\":\"%s\"}, \"tenant\" :"
                    .formatted(SIZE, BYTES));

    assertThat(
            identity(Envelope.sns().then(Envelope.payloadInS3(this::order)))
                .read(TestMessages.withBody(body)))
        .isInstanceOf(Usable.class);
  }

  @Test
  void aMessageThatWasSmallEnoughIsReadAsItIs() {
    assertThat(read(this::order, TestMessages.withBody(ORDER))).isInstanceOf(Usable.class);
    assertThat(asked).isEmpty();
  }

  @Test
  void aPayloadThatIsMissingIsUnreadable() {
    assertThat(
            problem(
                read(
                    failing(
                        new UnreadableMessageException(
                            "The payload is gone", "Send the event again")),
                    pointing("k", BYTES))))
        .isEqualTo("The payload is gone. Send the event again.");
  }

  @ParameterizedTest
  @CsvSource({"1", "-1"})
  void aPayloadOfAnotherSizeThanWasSentIsUnreadable(int more) {
    assertThat(problem(read(this::order, pointing("k", BYTES + more))))
        .startsWith("S3 payload envelope: its object was changed after the message was sent");
  }

  @Test
  void aMissingRightWaitsWithItsRemedy() {
    assertThat(
            deferred(
                read(
                    failing(
                        new ConfigurationException(
                            "No right to read a payload", "Allow s3:GetObject")),
                    pointing("k", BYTES))))
        .isEqualTo("No right to read a payload. Allow s3:GetObject.");
  }

  @Test
  void aFaultThatMayPassWaitsAndIsNotQuoted() {
    assertThat(deferred(read(failing(new IOException("secret")), pointing("k", BYTES))))
        .contains("java.io.IOException")
        .doesNotContain("secret");
  }

  @Test
  void aPayloadOverTheLimitIsUnreadableAndNotFetched() {
    assertThat(problem(read(this::order, pointing("k", Envelope.DEFAULT_MAX_BYTES))))
        .contains("was changed after the message was sent");
    asked.clear();

    assertThat(problem(read(this::order, pointing("k", Envelope.DEFAULT_MAX_BYTES + 1))))
        .startsWith("S3 payload envelope: larger than 16,777,216 bytes");
    assertThat(asked).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"secret\":1} | 10 | no JSON array",
        "[] | 10 | no pointer",
        "[\"secret\",{}] | 10 | no pointer",
        "[\"software.amazon.payloadoffloading.PayloadS3Pointer\",\"secret\"] | 10 | no pointer",
        "[\"software.amazon.payloadoffloading.PayloadS3Pointer\",{\"s3Key\":\"secret\"}] | 10 | no"
            + " s3BucketName",
        "[\"software.amazon.payloadoffloading.PayloadS3Pointer\",{\"s3BucketName\":\"secret\"}] |"
            + " 10 | no s3Key",
        "[\"software.amazon.payloadoffloading.PayloadS3Pointer\",{\"s3BucketName\":\"b\",\"s3Key\":\"k\"}]"
            + " | secret | ExtendedPayloadSize is no size",
        "[\"software.amazon.payloadoffloading.PayloadS3Pointer\",{\"s3BucketName\":\"b\",\"s3Key\":\"k\"}]"
            + " | -1 | ExtendedPayloadSize is no size",
        "[1,2,3] | 10 | more than 2 events",
        "{\"s3BucketName\":\"secret\"} | 10 | no s3Key",
        "{\"s3BucketName\":7,\"s3Key\":\"secret\"} | 10 | no s3BucketName"
      })
  void aBrokenPointerIsUnreadableAndNotQuoted(String body, String size, String problem) {
    assertThat(problem(read(this::order, pointing(body, size))))
        .startsWith("S3 payload envelope: " + problem)
        .doesNotContain("secret");
    assertThat(asked).isEmpty();
  }

  /** Taken for a payload, it would be an event of its own with the content of a pointer. */
  @Test
  void aPointerWithoutItsAttributeIsUnreadable() {
    for (String pointer :
        List.of(
            Envelopes.pointer("secret"), "{\"s3Key\":\"secret\",\"s3BucketName\":\"payloads\"}")) {
      assertThat(problem(read(this::order, TestMessages.withBody(pointer))))
          .startsWith("S3 payload envelope: a pointer without its attribute")
          .doesNotContain("secret");
    }
  }

  @Test
  void payloadsOfABatchAreReadSideBySide() {
    CyclicBarrier both = new CyclicBarrier(2);
    PayloadReader reader =
        it -> {
          both.await();
          return order(it);
        };

    assertThat(batch(reader, Duration.ofMinutes(5), "a", "b"))
        .hasSize(2)
        .allSatisfy(it -> assertThat(it).isInstanceOf(Usable.class));
  }

  @Test
  void aReadThatDoesNotEndLetsItsMessageWait() {
    CountDownLatch never = new CountDownLatch(1);
    PayloadReader reader =
        it -> {
          if (it.key().equals("a")) {
            never.await();
          }
          return order(it);
        };

    List<ReadMessage<String>> events = batch(reader, Duration.ofMillis(50), "a", "b");

    assertThat(deferred(events.getFirst())).startsWith("The payload was not read in the time");
    assertThat(events.getFirst().message().messageId()).contains("message-a");
    assertThat(events.getLast().message().messageId()).contains("message-b");
  }

  @Test
  void noMoreThan32PayloadsAreReadAtOnce() {
    CountDownLatch all = new CountDownLatch(32);
    CountDownLatch oneMore = new CountDownLatch(33);
    AtomicInteger reading = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    PayloadReader reader =
        it -> {
          most.accumulateAndGet(reading.incrementAndGet(), Math::max);
          all.countDown();
          oneMore.countDown();
          all.await();
          oneMore.await(20, TimeUnit.MILLISECONDS);
          reading.decrementAndGet();
          return order(it);
        };
    String[] keys = IntStream.range(0, 64).mapToObj(Integer::toString).toArray(String[]::new);

    assertThat(batch(reader, Duration.ofMinutes(5), keys))
        .hasSize(64)
        .allSatisfy(it -> assertThat(it).isInstanceOf(Usable.class));
    assertThat(most).hasValue(32);
  }

  @Test
  void anInterruptedReadLetsItsMessagesWaitAndTheInterruptStands() {
    CountDownLatch never = new CountDownLatch(1);
    PayloadReader reader =
        it -> {
          never.await();
          return order(it);
        };

    Thread.currentThread().interrupt();

    assertThat(batch(reader, Duration.ofMinutes(5), "a", "b"))
        .hasSize(2)
        .allSatisfy(it -> assertThat(it).isInstanceOf(Deferred.class));
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void withoutAnyTimeEveryMessageWaits() {
    assertThat(batch(this::order, Duration.ofSeconds(-1), "a", "b"))
        .hasSize(2)
        .allSatisfy(it -> assertThat(it).isInstanceOf(Deferred.class));
  }

  private static PayloadReader failing(Exception fault) {
    return it -> {
      throw fault;
    };
  }

  private byte[] order(PayloadPointer pointer) {
    asked.add(pointer);
    return ORDER.getBytes(UTF_8);
  }

  private ReadMessage<String> read(PayloadReader reader, SqsMessage message) {
    PayloadReader noting =
        pointer -> {
          byte[] payload = reader.read(pointer);
          asked.add(pointer);
          return payload;
        };
    return identity(Envelope.payloadInS3(noting)).read(message);
  }

  private static List<ReadMessage<String>> batch(
      PayloadReader reader, Duration left, String... keys) {
    List<SQSMessage> records = Arrays.stream(keys).map(PayloadPointersTest::record).toList();
    return new BatchReader<>(identity(Envelope.payloadInS3(reader)))
        .read(TestMessages.event(records), left);
  }

  private static SQSMessage record(String key) {
    return TestMessages.record(
        record -> {
          record.setMessageId("message-" + key);
          record.setBody(Envelopes.pointer(key));
          record.setMessageAttributes(Map.of(SIZE, TestMessages.string("" + BYTES)));
        });
  }

  private static MessageIdentity<String> identity(Envelope envelope) {
    return texts(MessageKey.jsonPointer("/id")).envelope(envelope);
  }

  private static SqsMessage pointing(String key, int bytes) {
    return pointing(Envelopes.pointer(key), "" + bytes);
  }

  private static SqsMessage pointing(String body, String bytes) {
    return TestMessages.withAttribute(body, SIZE, bytes);
  }

  private static String problem(ReadMessage<String> read) {
    return ((Unusable<String>) read).problem();
  }
}
