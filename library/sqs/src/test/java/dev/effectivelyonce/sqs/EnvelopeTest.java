package dev.effectivelyonce.sqs;

import static dev.effectivelyonce.core.Refusals.assertMistake;
import static dev.effectivelyonce.sqs.Reading.texts;
import static dev.effectivelyonce.sqs.Reading.unusable;
import static dev.effectivelyonce.sqs.Reading.usable;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.sqs.ReadMessage.Usable;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is found inside of envelopes, and which key it has. */
class EnvelopeTest {
  private static final MessageIdentity<S3ObjectEvent> UPLOADS =
      MessageIdentity.of("uploads", S3ObjectEvent.class, S3ObjectEvent.messageKey())
          .envelope(Envelope.s3Notification());

  private static final String ORDER = "{ \"id\":\"a\", \"cents\":1.50 }";

  @Test
  void gzipIsBytesThatABodyHoldsInBase64Alone() {
    MessageIdentity<String> texts = texts(MessageKey.contentHash());

    assertMistake(() -> texts.envelope(Envelope.gzip()), "Declare gzipInBase64()");
    assertThat(opened(Envelope.base64().then(Envelope.gzip()), Envelopes.gzip(ORDER)).body())
        .contains(ORDER);
  }

  @Test
  void aNotificationOfSnsHasItsMessageAndItsAttributes() {
    SqsMessage opened = opened(Envelope.sns(), Envelopes.sns("m-1", ORDER));

    assertThat(opened.body()).contains(ORDER);
    assertThat(opened.attributes()).containsEntry("tenant", "blue").doesNotContainKey("bytes");
    assertThat(opened.messageId()).contains("id-1");
  }

  @Test
  void aKeyAndAnAttributeAreThoseInside() {
    assertThat(key(Envelope.sns(), MessageKey.jsonPointer("/id"), Envelopes.sns("m-1", ORDER)))
        .isEqualTo(BusinessKey.of("a"));
    assertThat(key(Envelope.sns(), MessageKey.attribute("tenant"), Envelopes.sns("m-1", ORDER)))
        .isEqualTo(BusinessKey.of("blue"));
  }

  /** Id, time and signature of the envelope differ, and say nothing about the event. */
  @Test
  void anEventThatIsPublishedTwiceIsOneByItsContent() {
    MessageKey<String> content = MessageKey.contentHash();

    assertThat(key(Envelope.sns(), content, Envelopes.sns("m-1", ORDER)))
        .isEqualTo(key(Envelope.sns(), content, Envelopes.sns("m-2", ORDER)));
    assertThat(key(Envelope.eventBridge(), content, Envelopes.eventBridge("e-1", ORDER)))
        .isEqualTo(key(Envelope.eventBridge(), content, Envelopes.eventBridge("e-2", ORDER)));
  }

  @Test
  void anIdOfTheEnvelopeIsAKeyByItsNameAlone() {
    MessageKey<String> id = MessageKey.envelopeIdWhichAResendChanges();

    assertThat(key(Envelope.sns(), id, Envelopes.sns("m-1", ORDER)))
        .isEqualTo(BusinessKey.of("m-1"));
    assertThat(key(Envelope.eventBridge(), id, Envelopes.eventBridge("e-1", ORDER)))
        .isEqualTo(BusinessKey.of("e-1"));
    assertThat(unusable(identity(Envelope.base64(), id), Envelopes.base64(ORDER)))
        .contains("no envelope around the message has an id");
  }

  @Test
  void aDetailOfEventBridgeIsAsItIsWritten() {
    SqsMessage opened = opened(Envelope.eventBridge(), Envelopes.eventBridge("e-1", ORDER));

    assertThat(opened.body()).contains(ORDER);
    assertThat(opened.attributes())
        .containsEntry("detail-type", "OrderPlaced")
        .containsEntry("source", "shop");
  }

  @Test
  void eachRecordOfS3IsAnEventWithItsOwnKey() {

    List<ReadMessage<S3ObjectEvent>> events =
        UPLOADS.readAll(
            TestMessages.withBody(
                Envelopes.s3(
                    Envelopes.s3Record("a+%C3%BC.txt", "01"), Envelopes.s3Record("b", "02"))));

    assertThat(events)
        .extracting(event -> ((Usable<S3ObjectEvent>) event).key())
        .containsExactly(
            BusinessKey.of("uploads-bucket", "a ü.txt", "01"),
            BusinessKey.of("uploads-bucket", "b", "02"));
  }

  @Test
  void aMessageOfSeveralEventsIsNotReadAsOne() {
    assertThat(
            unusable(
                identity(Envelope.s3Notification(), MessageKey.contentHash()),
                Envelopes.s3(Envelopes.s3Record("a", "1"), Envelopes.s3Record("b", "2"))))
        .contains("holds 2 events", "redrive");
  }

  @Test
  void envelopesAreOpenedInTheOrderInWhichTheyAreDeclared() {
    Envelope declared = Envelope.sns().then(Envelope.gzipInBase64());

    assertThat(opened(declared, Envelopes.sns("m-1", Envelopes.gzip(ORDER))).body())
        .contains(ORDER);
    assertThat(
            opened(
                    Envelope.base64().then(Envelope.eventBridge()),
                    Envelopes.base64(Envelopes.eventBridge("e-1", ORDER)))
                .body())
        .contains(ORDER);
  }

  @Test
  void whatIsUnpackedStopsAtItsLimit() {
    String sixteen = "x".repeat(16);

    assertThat(opened(Envelope.gzipInBase64(16), Envelopes.gzip(sixteen)).body()).contains(sixteen);
    assertThat(
            unusable(
                identity(Envelope.gzipInBase64(16), MessageKey.contentHashOfBytes()),
                Envelopes.gzip(sixteen + "x")))
        .startsWith("gzip envelope: unpacked it is larger than 16 bytes");
  }

  @Test
  void aBombOfGzipIsUnreadableByTheLimitThatIsTheDefault() {
    assertThat(
            unusable(
                identity(Envelope.gzipInBase64(), MessageKey.contentHashOfBytes()),
                Envelopes.gzip("0".repeat(Envelope.DEFAULT_MAX_BYTES + 1))))
        .startsWith("gzip envelope: unpacked it is larger than 16,777,216 bytes");
  }

  @Test
  void bytesInsideThatAreNoTextAreUnreadable() {
    String latin = Base64.getEncoder().encodeToString("ü".getBytes(ISO_8859_1));

    assertThat(unusable(identity(Envelope.base64(), MessageKey.contentHashOfBytes()), latin))
        .startsWith("base64 envelope: no UTF-8 inside");
  }

  @Test
  void aLimitBelowOneIsAMistake() {
    assertMistake(() -> Envelope.gzipInBase64(0), "The limit of an envelope is 0 bytes");
  }

  @Test
  void aRecordWithoutASequencerHasNoKeyAndOneWithoutAnObjectCanNotBeRead() {

    assertThat(
            unusable(
                UPLOADS,
                Envelopes.s3(
                    "{\"eventName\":\"ObjectRestore:Post\",\"eventTime\":\"t\",\"s3\":{\"bucket\":{\"name\":\"b\"},\"object\":{\"key\":\"k\"}}}")))
        .contains("there is no sequencer");
    assertThat(unusable(UPLOADS, Envelopes.s3("{\"s3\":{}}"))).startsWith("The body");
    assertThat(unusable(UPLOADS, Envelopes.s3(Envelopes.s3Record("%zz", "1"))))
        .startsWith("The body");
  }

  private static MessageIdentity<String> identity(Envelope envelope, MessageKey<String> key) {
    return texts(key).envelope(envelope);
  }

  private static SqsMessage opened(Envelope envelope, String body) {
    return usable(identity(envelope, MessageKey.contentHashOfBytes()), body).message();
  }

  private static BusinessKey key(Envelope envelope, MessageKey<String> key, String body) {
    return usable(identity(envelope, key), body).key();
  }
}
