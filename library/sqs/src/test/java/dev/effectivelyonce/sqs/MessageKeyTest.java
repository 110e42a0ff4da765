package dev.effectivelyonce.sqs;

import static dev.effectivelyonce.core.Refusals.assertMistake;
import static dev.effectivelyonce.sqs.Reading.assertNoKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.InvalidKeyException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageKeyTest {
  private static final String ID = "059f36b4-87a3-44ab-83d2-661975830a7d";
  private static final Instant TIME = Instant.parse("2026-01-02T03:04:05Z");

  @Test
  void isWhatAFunctionOfThePayloadReturns() {
    assertThat(key(MessageKey.<String>of(payload -> payload + "-1"), "order"))
        .isEqualTo(BusinessKey.of("order-1"));
  }

  @Test
  void keepsTheBordersOfItsParts() {
    assertThat(key(parts("a", "bc"), ""))
        .isEqualTo(BusinessKey.of("a", "bc"))
        .isNotEqualTo(key(parts("ab", "c"), ""));
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", " "})
  void aPartThatIsMissingIsNamed(@Nullable String absent) {
    assertNoKey(() -> key(parts("a", absent), ""), "there is no second,");
    assertNoKey(() -> key(parts(absent, "b"), ""), "there is no first,");
  }

  @Test
  void isTheValueAtAJsonPointer() {
    assertThat(key(MessageKey.jsonPointer("/order/id"), "{\"order\":{\"id\":42}}"))
        .isEqualTo(BusinessKey.of("42"));
  }

  @Test
  void isAMessageAttribute() {
    SqsMessage message =
        TestMessages.message(
            r -> r.setMessageAttributes(Map.of("eventId", TestMessages.string("e-1"))));

    assertThat(MessageKey.<String>attribute("eventId").of(source("", message)))
        .isEqualTo(BusinessKey.of("e-1"));
  }

  @Test
  void aBinaryAttributeIsNoKey() {
    SqsMessage message =
        TestMessages.message(
            r -> r.setMessageAttributes(Map.of("eventId", TestMessages.binary((byte) 1))));

    assertNoKey(() -> MessageKey.<String>attribute("eventId").of(source("", message)), "eventId");
  }

  @Test
  void theContentHashIsOneForEqualContentAlone() {
    MessageKey<String> hash = MessageKey.contentHash();

    assertThat(key(hash, "{\"a\":1,\"b\":\"x\"}"))
        .isEqualTo(key(hash, "{ \"b\": \"\\u0078\", \"a\": 1.0 }"))
        .isNotEqualTo(key(hash, "{\"a\":1,\"b\":\"y\"}"));
  }

  @Test
  void theContentHashOfBytesIsOneForEqualBodiesAlone() {
    MessageKey<String> hash = MessageKey.contentHashOfBytes();

    assertThat(key(hash, "an order")).isEqualTo(key(hash, "an order"));
    assertThat(key(hash, "{\"a\":1}")).isNotEqualTo(key(hash, "{\"a\": 1}"));
  }

  @Test
  void aBodyThatIsCanonicalAlreadyHasTheSameHashBothWays() {
    assertThat(key(MessageKey.contentHash(), "{\"a\":1}"))
        .isEqualTo(key(MessageKey.contentHashOfBytes(), "{\"a\":1}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"order\":{\"id\":1}}", "{\"order\":[1]}"})
  void aPointerAtAnObjectOrArrayIsNamed(String body) {
    MessageKey<String> pointer = MessageKey.jsonPointer("/order");

    assertNoKey(
        () -> key(pointer, body),
        "\"/order\" is an ",
        "Point at a string, number or boolean in it");
  }

  @Test
  void aScopeMakesAnotherKey() {
    MessageKey<String> plain = MessageKey.of(payload -> "order-1");

    assertThat(key(plain.scopedBy(tenant -> tenant), "tenant-a"))
        .isNotEqualTo(key(plain.scopedBy(tenant -> tenant), "tenant-b"))
        .isNotEqualTo(key(plain, ""));
  }

  @Test
  void aKeyIsAnotherInTheNextWindow() {
    MessageKey<String> daily =
        MessageKey.<String>of(payload -> "report").within(Duration.ofDays(1), Instant::parse);

    assertThat(key(daily, TIME.toString()))
        .isEqualTo(key(daily, TIME.plusSeconds(60).toString()))
        .isNotEqualTo(key(daily, TIME.plusSeconds(86_400).toString()));
  }

  @Test
  void aWindowOfNoTimeIsRefusedWhereTheKeyIsMade() {
    MessageKey<String> report = MessageKey.of(payload -> "report");

    assertMistake(() -> report.within(Duration.ZERO, Instant::parse), "PT0S");
    assertMistake(() -> report.within(Duration.ofMillis(1999), Instant::parse), "PT1.999S");
    assertThat(report.within(Duration.ofSeconds(1), Instant::parse)).isNotNull();
  }

  @ParameterizedTest
  @MethodSource
  void theSqsMessageIdIsRefusedInEveryForm(MessageKey<String> key) {
    assertThatThrownBy(() -> key.of(source("tenant", withId())))
        .isInstanceOf(InvalidKeyException.class)
        .hasMessageContaining("SQS message id")
        .message()
        .doesNotContain(ID);
  }

  static Stream<MessageKey<String>> theSqsMessageIdIsRefusedInEveryForm() {
    MessageKey<String> plain = MessageKey.of(payload -> ID);
    return Stream.of(
        plain,
        plain.scopedBy(payload -> payload),
        plain.within(Duration.ofDays(1), payload -> TIME),
        parts("tenant", ID),
        parts(ID, "tenant"));
  }

  @Test
  void theSqsMessageIdIsAllowedByItsName() {
    MessageKey<String> allowed = MessageKey.unsafeSqsMessageId();

    assertThat(allowed.of(source("", withId()))).isEqualTo(BusinessKey.of(ID));
    assertThat(allowed.scopedBy(payload -> payload).of(source("t", withId())))
        .isEqualTo(BusinessKey.of(ID).inScope("t"));
  }

  @ParameterizedTest
  @MethodSource
  void aMissingKeyIsRefused(MessageKey<String> key) {
    assertNoKey(() -> key.of(source("{}", TestMessages.withBody("{}"))));
  }

  static Stream<MessageKey<String>> aMissingKeyIsRefused() {
    MessageKey<String> plain = MessageKey.of(payload -> "order-1");
    return Stream.of(
        MessageKey.of(payload -> null),
        MessageKey.of(payload -> ""),
        MessageKey.of(payload -> "  "),
        MessageKey.jsonPointer("/id"),
        MessageKey.attribute("id"),
        plain.scopedBy(payload -> null),
        plain.scopedBy(payload -> " "),
        plain.within(Duration.ofDays(1), payload -> null));
  }

  private static MessageKey<String> parts(@Nullable String first, @Nullable String second) {
    return MessageKey.<String>of("first", ignored -> first).and("second", ignored -> second);
  }

  private static BusinessKey key(MessageKey<String> key, String body) {
    return key.of(source(body, TestMessages.withBody(body)));
  }

  private static MessageKey.Source<String> source(String payload, SqsMessage message) {
    return new MessageKey.Source<>(payload, message, new JacksonJson(), Optional.empty());
  }

  private static SqsMessage withId() {
    return TestMessages.message(record -> record.setMessageId(ID));
  }
}
