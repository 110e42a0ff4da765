package dev.effectivelyonce.tests.sqs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.CapturedLog;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.sqs.Envelope;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.S3ObjectEvent;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Envelopes from the queue to the record. */
class EnvelopesTest {
  private final Bench bench = new Bench();

  @Test
  void anotherPayloadInsideIsNoticedAndAnotherEnvelopeIsNot() {
    MessageIdentity<Order> identity =
        Bench.orders().envelope(Envelope.sns()).fingerprint(it -> Fingerprint.of(it.amountCents()));
    SqsConsumer<Order> consumer = bench.consumer(identity).build();
    bench.failed(consumer, sns("a", "m-1", Order.json("A", 1)));

    assertThat(bench.failed(consumer, sns("b", "m-2", Order.json("A", 1)))).isEmpty();
    assertThat(bench.failed(consumer, sns("c", "m-3", Order.json("A", 2)))).containsExactly("c");
    assertThat(bench.ran()).containsExactly("A");
  }

  @Test
  void aNotificationOfS3IsDoneWhenEachOfItsEventsIs() {
    Uploads uploads = new Uploads();
    uploads.answers.put("two", HandlerResult.retryAfter(Duration.ofMinutes(7), "busy"));
    SqsRecord message = s3("a", "one", "two", "three");

    assertThat(bench.failed(uploads.consumer(), message)).containsExactly("a");
    assertThat(bench.visibility.after("a")).contains(Duration.ofMinutes(7));
    assertThat(uploads.ran).containsExactlyInAnyOrder("one", "two", "three");

    uploads.ran.clear();
    uploads.answers.clear();
    assertThat(bench.failed(uploads.consumer(), message.receiveCount(2))).isEmpty();
    assertThat(uploads.ran).containsExactly("two");
  }

  @Test
  void aCopyOfANotificationHasNoSecondEffectAndNeitherHasACopyWithinIt() {
    Uploads uploads = new Uploads();

    assertThat(bench.failed(uploads.consumer(), s3("a", "one", "one"), s3("b", "one"))).isEmpty();

    assertThat(uploads.ran).containsExactly("one");
  }

  @Test
  void aTestEventOfS3IsDoneAndTheLogSaysSo() {
    Uploads uploads = new Uploads();
    SqsRecord test =
        SqsRecord.of(Bench.STANDARD, "a")
            .body("{\"Service\":\"Amazon S3\",\"Event\":\"s3:TestEvent\"}");

    try (CapturedLog log = CapturedLog.of("dev.effectivelyonce")) {
      assertThat(bench.failed(uploads.consumer(), test, s3("b", "one"))).isEmpty();

      assertThat(log.lines()).filteredOn(line -> line.contains("holds no event")).hasSize(1);
    }
    assertThat(uploads.ran).containsExactly("one");
  }

  @Test
  void anUnreadableRecordOfANotificationLetsTheOthersRun() {
    Uploads uploads = new Uploads();
    SqsRecord message =
        SqsRecord.of(Bench.STANDARD, "a")
            .body("{\"Records\":[{\"s3\":{}}," + s3Record("one") + "]}");

    assertThat(bench.failed(uploads.consumer(), message)).containsExactly("a");

    assertThat(bench.visibility.after("a")).contains(Duration.ZERO);
    assertThat(uploads.ran).containsExactly("one");
  }

  @Test
  void onAFifoQueueWhatComesBehindAnEventThatWaitsWaitsToo() {
    Uploads uploads = new Uploads();
    uploads.answers.put("two", HandlerResult.retry("busy"));

    assertThat(
            bench.failed(
                uploads.consumer(),
                s3On(Bench.FIFO, "a", "one", "two", "three").group("g"),
                s3On(Bench.FIFO, "b", "four").group("g")))
        .containsExactly("a", "b");

    assertThat(uploads.ran).containsExactly("one", "two");
  }

  @Test
  void aPayloadIsReadAgainAtEachDeliveryAndAFaultOnlyWaits() {
    List<String> read = new CopyOnWriteArrayList<>();
    Map<String, String> faults = new HashMap<>(Map.of("k", "throttled"));
    SqsConsumer<Order> consumer =
        orders(
            Envelope.payloadInS3(
                pointer -> {
                  read.add(pointer.key());
                  if (faults.containsKey(pointer.key())) {
                    throw new IllegalStateException("secret");
                  }
                  return Order.json("A").getBytes(UTF_8);
                }));

    assertThat(bench.failed(consumer, pointer("a", "k"))).containsExactly("a");
    assertThat(bench.visibility.after("a")).hasValueSatisfying(it -> assertThat(it).isPositive());
    faults.clear();
    assertThat(bench.failed(consumer, pointer("a", "k").receiveCount(2))).isEmpty();
    assertThat(bench.failed(consumer, pointer("b", "k"))).isEmpty();

    assertThat(read).containsExactly("k", "k", "k");
    assertThat(bench.ran()).containsExactly("A");
  }

  @Test
  void theHandlerOfThePageSeesEachUpload() {
    List<String> indexed = new ArrayList<>();
    SqsConsumer<?> consumer =
        bench
            .with(SqsConsumer.of(EnvelopeSamples.uploads()))
            .handler(new EnvelopeSamples(indexed::add)::uploaded)
            .build();

    assertThat(bench.failed(consumer, s3("m-1", "a+b.png"))).isEmpty();

    assertThat(indexed).containsExactly("uploads/a b.png");
  }

  private SqsConsumer<Order> orders(Envelope envelope) {
    return bench.consumer(Bench.orders().envelope(envelope)).build();
  }

  private static SqsRecord sns(String messageId, String publication, String message) {
    return SqsRecord.of(Bench.STANDARD, messageId)
        .body(
            "{\"Type\":\"Notification\",\"MessageId\":\"%s\",\"Message\":\"%s\"}"
                .formatted(publication, message.replace("\"", "\\\"")));
  }

  private static SqsRecord pointer(String messageId, String key) {
    return SqsRecord.of(Bench.STANDARD, messageId)
        .attribute("ExtendedPayloadSize", "" + Order.json("A").length())
        .body(
            "[\"software.amazon.payloadoffloading.PayloadS3Pointer\","
                + "{\"s3BucketName\":\"payloads\",\"s3Key\":\"%s\"}]".formatted(key));
  }

  private static SqsRecord s3(String messageId, String... keys) {
    return s3On(Bench.STANDARD, messageId, keys);
  }

  private static SqsRecord s3On(String queue, String messageId, String... keys) {
    List<String> records = new ArrayList<>();
    for (String key : keys) {
      records.add(s3Record(key));
    }
    return SqsRecord.of(queue, messageId).body("{\"Records\":[" + String.join(",", records) + "]}");
  }

  private static String s3Record(String key) {
    return "{\"eventName\":\"ObjectCreated:Put\",\"eventTime\":\"2026-01-01T00:00:00Z\",\"s3\":"
        + "{\"bucket\":{\"name\":\"uploads\"},\"object\":{\"key\":\"%s\",\"sequencer\":\"1\"}}}"
            .formatted(key);
  }

  /** A consumer of uploads, whose handler completes unless told otherwise for a key. */
  private final class Uploads {
    private final List<String> ran = new CopyOnWriteArrayList<>();
    private final Map<String, HandlerResult> answers = new ConcurrentHashMap<>();

    SqsConsumer<S3ObjectEvent> consumer() {
      return bench
          .with(SqsConsumer.of(EnvelopeSamples.uploads()))
          .handler(
              (event, delivery) -> {
                String key = event.s3().object().key();
                ran.add(key);
                return answers.getOrDefault(key, HandlerResult.completed());
              })
          .build();
    }
  }
}
