package dev.effectivelyonce.sqs;

import static dev.effectivelyonce.sqs.Reading.texts;
import static dev.effectivelyonce.sqs.Reading.unusable;
import static dev.effectivelyonce.sqs.Reading.usable;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.Fingerprint;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A text with a byte order mark before it is the text without it, wherever it is. */
class ByteOrderMarkTest {
  record Order(String id) {}

  private static final String MARK = "\uFEFF";
  private static final String ORDER = "{\"id\":\"a\"}";

  @Test
  void aBodyIsReadAndHasTheKeyAndPayloadOfTheSameBodyWithoutIt() {
    for (MessageKey<Order> key :
        List.of(
            MessageKey.of(Order::id),
            MessageKey.<Order>jsonPointer("/id"),
            MessageKey.<Order>contentHash(),
            MessageKey.<Order>contentHashOfBytes())) {
      MessageIdentity<Order> orders = MessageIdentity.of("orders", Order.class, key);

      assertThat(usable(orders, MARK + ORDER).key()).isEqualTo(usable(orders, ORDER).key());
      assertThat(usable(orders, MARK + ORDER).payload()).isEqualTo(new Order("a"));
    }
  }

  @Test
  void aTextAsItIsHasTheSameFingerprintAndTheSameBody() {
    MessageIdentity<String> texts =
        texts(MessageKey.<String>contentHash()).fingerprint(Fingerprint::of);

    assertThat(usable(texts, MARK + ORDER).fingerprint())
        .isEqualTo(usable(texts, ORDER).fingerprint());
    assertThat(usable(texts, MARK + ORDER).message().body()).contains(ORDER);
  }

  @Test
  void itMayStandBeforeEachEnvelopeAndBeforeWhatIsInside() {
    assertInside(Envelope.sns(), MARK + Envelopes.sns("m-1", MARK + ORDER));
    assertInside(Envelope.eventBridge(), MARK + Envelopes.eventBridge("e-1", ORDER));
    assertInside(Envelope.base64(), MARK + Envelopes.base64(MARK + ORDER));
    assertInside(
        Envelope.sns().then(Envelope.gzipInBase64()),
        MARK + Envelopes.sns("m-1", MARK + Envelopes.gzip(MARK + ORDER)));
  }

  @Test
  void itMayStandBeforeAPointerAndBeforeThePayload() {
    byte[] payload = (MARK + ORDER).getBytes(UTF_8);
    SqsMessage pointing =
        TestMessages.withAttribute(
            MARK + Envelopes.pointer("k"), "ExtendedPayloadSize", "" + payload.length);

    assertThat(usable(identity(Envelope.payloadInS3(it -> payload)), pointing).payload())
        .isEqualTo(ORDER);
  }

  @Test
  void itIsKeptInsideOfATextAndIsNoBodyByItself() {
    MessageIdentity<Order> orders =
        MessageIdentity.of("orders", Order.class, MessageKey.of(Order::id));

    assertThat(usable(orders, "{\"id\":\"" + MARK + "a\"}").key())
        .isEqualTo(BusinessKey.of(MARK + "a"));
    assertThat(unusable(orders, MARK)).contains("no body");
  }

  @Test
  void aSecondOneIsNoPartOfJsonAndIsKeptInAText() {
    String body = MARK + MARK + ORDER;

    assertThat(unusable(MessageIdentity.of("orders", Order.class, MessageKey.of(Order::id)), body))
        .contains("two byte order marks");
    assertThat(unusable(texts(MessageKey.jsonPointer("/id")), body)).contains("two byte order");
    assertThat(unusable(texts(MessageKey.contentHash()), body)).contains("two byte order marks");
    assertThat(usable(texts(MessageKey.contentHashOfBytes()), body).payload())
        .isEqualTo(MARK + ORDER);
  }

  @Test
  void theCodecReadsItToo() {
    assertThat(new JacksonJson().read(MARK + ORDER, Order.class)).isEqualTo(new Order("a"));
    assertThat(new JacksonJson().at(MARK + ORDER, "/id")).isEqualTo(Optional.of("a"));
  }

  private static void assertInside(Envelope envelope, String body) {
    assertThat(usable(identity(envelope), body).payload()).isEqualTo(ORDER);
  }

  private static MessageIdentity<String> identity(Envelope envelope) {
    return texts(MessageKey.jsonPointer("/id")).envelope(envelope);
  }
}
