package dev.effectivelyonce.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.outbox.OutboxLimits;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.core.outbox.OutboxMessage.Place;
import dev.effectivelyonce.core.outbox.OutgoingMessage;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which messages an outbox takes, at the edge of what SQS does. */
class OutboxLimitsTest {
  private static final OutgoingMessage PLAIN = OutgoingMessage.to("fulfilment", "name", "x");

  @Test
  void whatNoQueueOrBusTakesIsRefusedWithItsReason() {
    Map.of(
            OutgoingMessage.to("fulfilment", "no name", "x"), "has no valid name",
            OutgoingMessage.to("https://sqs", "name", "x"), "has no valid destination",
            PLAIN.orderedBy("two words"), "has an ordering key",
            PLAIN.orderedBy("x".repeat(129)), "has an ordering key",
            PLAIN.attribute("AWS.name", "x"), "has an attribute",
            PLAIN.attribute("outbox-id", "x"), "has an attribute",
            PLAIN.attribute("empty", ""), "has an attribute",
            PLAIN.attribute("a", "\u0000"), "holds a character",
            body("\u0000"), "holds a character",
            body(""), "has an empty body")
        .forEach(
            (it, reason) ->
                assertThat(refusal(message(it))).get().asString().contains("\" " + reason));
    assertThat(refusal(message(PLAIN.orderedBy("x".repeat(128))))).isEmpty();
  }

  @Test
  void nineAttributesAreTakenAndNotTen() {
    OutgoingMessage nine = PLAIN;
    for (int i = 0; i < 9; i++) {
      nine = nine.attribute("a" + i, "x");
    }

    assertThat(refusal(message(nine))).isEmpty();
    assertThat(refusal(message(nine.attribute("a9", "x"))))
        .get()
        .asString()
        .contains("has 10 attributes, and SQS takes 9");
  }

  @Test
  void dotsInANameAreTakenOneByOne() {
    assertThat(refusal(message(PLAIN.attribute("a.b.c", "x")))).isEmpty();
    assertThat(refusal(message(PLAIN.attribute("a..b", "x")))).isPresent();
  }

  @Test
  void eachPartOfAMessageCounts() {
    int bare = OutboxLimits.sizeBytes(message(PLAIN));

    assertThat(bare)
        .isEqualTo(
            "x".length()
                + "name".length()
                + "orders".length()
                + "id".length()
                + OutboxLimits.ID_ATTRIBUTE.length()
                + "String".length());
    assertThat(OutboxLimits.sizeBytes(message(PLAIN.attribute("ab", "ä"))))
        .isEqualTo(bare + "ab".length() + "String".length() + 2);
  }

  @ParameterizedTest
  @ValueSource(ints = {384 * 1024, 1024 * 1024})
  void whatTheOutboxHoldsIsTakenAndNotAByteMore(int most) {
    int rest = most - OutboxLimits.sizeBytes(message(PLAIN)) + "x".length();

    assertThat(OutboxLimits.refusal(message(body("x".repeat(rest))), most)).isEmpty();
    assertThat(OutboxLimits.refusal(message(body("x".repeat(rest + 1))), most))
        .get()
        .asString()
        .contains("has " + (most + 1) + " bytes, and may have " + most);
  }

  private static OutgoingMessage body(String text) {
    return OutgoingMessage.to("fulfilment", "name", text);
  }

  @Test
  void aRefusalShowsTheNameOrAsMuchOfItAsANameMayHave() {
    String longest = "x".repeat(63) + "#";

    assertThat(refusal(message(OutgoingMessage.to("fulfilment", longest, "x"))))
        .get()
        .asString()
        .contains("\"" + longest + "\" has no valid name");
    assertThat(refusal(message(OutgoingMessage.to("fulfilment", longest + "y", "x"))))
        .get()
        .asString()
        .contains("\"" + longest + "…\" has no valid name");
  }

  private static Optional<String> refusal(OutboxMessage message) {
    return OutboxLimits.refusal(message, OutboxLimits.MAX_BYTES);
  }

  private static OutboxMessage message(OutgoingMessage outgoing) {
    return new OutboxMessage("lane", "id", "orders", outgoing, Instant.EPOCH, Place.FIRST);
  }
}
