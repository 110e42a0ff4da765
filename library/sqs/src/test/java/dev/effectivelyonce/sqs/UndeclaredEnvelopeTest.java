package dev.effectivelyonce.sqs;

import static dev.effectivelyonce.sqs.Reading.texts;
import static dev.effectivelyonce.sqs.Reading.unusable;
import static dev.effectivelyonce.sqs.Reading.usable;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.sqs.ReadMessage.Usable;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An envelope that a consumer forgot to declare is named, and has no content hash. */
class UndeclaredEnvelopeTest {
  record Order(@Nullable String orderId) {}

  record Amount(int cents) {}

  record Placed(String id, @JsonProperty("detail") Order detail) {}

  private static final String ORDER = "{\"orderId\":\"secret\"}";
  private static final String NOTIFIED = Envelopes.sns("m-1", ORDER);
  private static final String EVENT = Envelopes.eventBridge("e-1", ORDER);
  private static final String POINTER = Envelopes.pointer("secret");
  private static final String PLACE = POINTER.substring(POINTER.indexOf('{'), POINTER.indexOf(']'));
  private static final String SNS =
      " The body looks like a notification of SNS: declare it by envelope(Envelope.sns()).";
  private static final String BRIDGE =
      " The body looks like an event of EventBridge: declare it by"
          + " envelope(Envelope.eventBridge()).";

  @Test
  void aPayloadThatCantBeReadNamesIt() {
    MessageIdentity<Amount> amounts =
        MessageIdentity.of("amounts", Amount.class, MessageKey.of(it -> "" + it.cents()));

    assertThat(unusable(amounts, NOTIFIED)).endsWith(SNS).doesNotContain("secret");
    assertThat(unusable(amounts, EVENT)).endsWith(BRIDGE).doesNotContain("secret");
  }

  @Test
  void aKeyThatIsMissingNamesIt() {
    for (MessageKey<Order> key :
        List.of(
            MessageKey.of(Order::orderId),
            MessageKey.of("order", Order::orderId),
            MessageKey.<Order>jsonPointer("/orderId"),
            MessageKey.<Order>attribute("tenant"))) {
      MessageIdentity<Order> orders = MessageIdentity.of("orders", Order.class, key);

      assertThat(unusable(orders, NOTIFIED)).endsWith(SNS).doesNotContain("secret");
      assertThat(unusable(orders, EVENT)).endsWith(BRIDGE).doesNotContain("secret");
    }
  }

  /** SNS and EventBridge give each publication an id and a time: the hash would differ for each. */
  @Test
  void aContentHashOfItIsRefusedWithTheSetting() {
    for (MessageKey<String> key :
        List.of(
            MessageKey.<String>contentHash(),
            MessageKey.<String>contentHashOfBytes(),
            MessageKey.<String>contentHash().scopedBy(it -> "blue"))) {
      MessageIdentity<String> texts = texts(key);

      assertThat(unusable(texts, NOTIFIED))
          .startsWith("The message has no content hash: its body is a notification of SNS")
          .contains("Declare it by envelope(Envelope.sns())")
          .doesNotContain("looks like");
      assertThat(unusable(texts, EVENT))
          .startsWith("The message has no content hash: its body is an event of EventBridge")
          .contains("Declare it by envelope(Envelope.eventBridge())");
    }
  }

  /** The record has the member's name by chance, and its other members stay empty. */
  @Test
  void itsIdIsNoKey() {
    MessageIdentity<Placed> orders =
        MessageIdentity.of("orders", Placed.class, MessageKey.of(Placed::id));

    assertThat(unusable(orders, EVENT))
        .startsWith("The key is the id of an event of EventBridge")
        .contains("Declare it by envelope(Envelope.eventBridge())", "envelopeIdWhichAResendChanges")
        .doesNotContain("looks like");
  }

  @Test
  void oneInsideOfADeclaredOneIsNamedToo() {
    MessageIdentity<String> texts =
        texts(MessageKey.<String>contentHash()).envelope(Envelope.sns());

    assertThat(unusable(texts, Envelopes.sns("m-1", EVENT)))
        .contains("Declare it by envelope(Envelope.eventBridge())");
  }

  @Test
  void oneAroundADeclaredOneIsNamedAndADeclaredOneThatIsBrokenIsNot() {
    MessageIdentity<String> bridged =
        texts(MessageKey.<String>contentHash()).envelope(Envelope.eventBridge());
    MessageIdentity<String> notified = bridged.envelope(Envelope.sns());

    assertThat(unusable(bridged, Envelopes.sns("m-1", EVENT)))
        .startsWith("EventBridge envelope: no detail")
        .endsWith(SNS);
    assertThat(unusable(notified, NOTIFIED.replace("Notification", "Other")))
        .startsWith("SNS envelope: its Type")
        .doesNotContain("looks like");
  }

  @Test
  void aTypeThatReadsAnEventOfEventBridgeHasItsKey() {
    MessageIdentity<Placed> placed =
        MessageIdentity.of("placed", Placed.class, MessageKey.of(it -> it.detail().orderId()));

    assertThat(usable(placed, EVENT).key()).isEqualTo(BusinessKey.of("secret"));
  }

  @Test
  void aBodyThatOnlyHoldsOneOrLooksAlikeHasItsContentHash() {
    MessageIdentity<String> texts = texts(MessageKey.<String>contentHash());

    for (String body :
        List.of(
            "{\"quoted\":" + NOTIFIED + "}",
            "[" + EVENT + "]",
            "{\"detail-type\":\"door\",\"detail\":{}}",
            "{\"TopicArn\":\"arn\",\"Message\":\"m\"}")) {
      assertThat(texts.read(TestMessages.withBody(body))).isInstanceOf(Usable.class);
    }
  }

  /** The extended clients put each send under a new key of S3. */
  @Test
  void aContentHashOfAPointerToAPayloadIsRefusedWithTheSetting() {
    for (MessageKey<String> key :
        List.of(MessageKey.<String>contentHash(), MessageKey.<String>contentHashOfBytes())) {
      MessageIdentity<String> texts = texts(key);

      for (SqsMessage pointer : pointers()) {
        assertThat(unusable(texts, pointer))
            .startsWith("The message has no content hash: its body is a pointer to a payload in S3")
            .contains("Declare it by envelope(Envelope.payloadInS3(...))")
            .doesNotContain("looks like", "secret");
      }
      assertThat(unusable(texts.envelope(Envelope.sns()), Envelopes.sns("m-1", POINTER)))
          .contains("Declare it by envelope(Envelope.payloadInS3(...))");
    }
  }

  @Test
  void aPointerToAPayloadIsNamedWhereNothingElseCanBeRead() {
    MessageIdentity<Order> orders =
        MessageIdentity.of("orders", Order.class, MessageKey.of(Order::orderId));
    MessageIdentity<String> byObject = texts(MessageKey.<String>jsonPointer("/s3Key"));

    assertThat(pointers())
        .allSatisfy(
            it ->
                assertThat(unusable(orders, it))
                    .endsWith("in S3: declare it by envelope(Envelope.payloadInS3(...))."));
    assertThat(unusable(byObject, pointers().getLast()))
        .startsWith("The key is the id of a pointer to a payload in S3")
        .doesNotContain("envelopeIdWhichAResendChanges");
  }

  @Test
  void aPlaceInS3WithoutASizeMayBeAPayload() {
    MessageIdentity<String> texts = texts(MessageKey.<String>contentHash());

    for (String body : List.of(PLACE, "{\"moved\":" + POINTER + "}", "[" + PLACE + "]")) {
      assertThat(texts.read(TestMessages.withBody(body))).isInstanceOf(Usable.class);
    }
  }

  @Test
  void anIdThatIsNoKeyHidesNoOtherKey() {
    MessageIdentity<Placed> placed =
        MessageIdentity.of("placed", Placed.class, MessageKey.of(it -> it.detail().orderId()));

    for (String id : List.of("", " ", "i".repeat(3_000))) {
      assertThat(placed.read(TestMessages.withBody(Envelopes.eventBridge(id, ORDER))))
          .isInstanceOf(Usable.class);
    }
  }

  private static List<SqsMessage> pointers() {
    return List.of(
        TestMessages.withBody(POINTER),
        TestMessages.withBody(" " + POINTER.replace("[", "[ ")),
        TestMessages.withBody(
            POINTER.replace(
                "software.amazon.payloadoffloading.PayloadS3Pointer",
                "com.amazon.sqs.javamessaging.MessageS3Pointer")),
        TestMessages.withAttribute(PLACE, "SQSLargePayloadSize", "9"),
        TestMessages.withAttribute(PLACE, "ExtendedPayloadSize", "9"));
  }
}
