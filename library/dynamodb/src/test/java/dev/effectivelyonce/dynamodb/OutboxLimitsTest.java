package dev.effectivelyonce.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.outbox.OutboxLimits;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.core.outbox.OutboxMessage.Place;
import dev.effectivelyonce.core.outbox.OutgoingMessage;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Which messages an outbox takes, at the edge of what SQS does. */
class OutboxLimitsTest {
  private static final OutgoingMessage PLAIN = OutgoingMessage.to("fulfilment", "name", "x");

  @Test
  void nineAttributesAreTakenAndNotTen() {
    OutgoingMessage nine = PLAIN;
    for (int i = 0; i < 9; i++) {
      nine = nine.attribute("a" + i, "x");
    }

    assertThat(OutboxLimits.refusal(message(nine))).isEmpty();
    assertThat(OutboxLimits.refusal(message(nine.attribute("a9", "x")))).isPresent();
  }

  @Test
  void dotsInANameAreTakenOneByOne() {
    assertThat(OutboxLimits.refusal(message(PLAIN.attribute("a.b.c", "x")))).isEmpty();
    assertThat(OutboxLimits.refusal(message(PLAIN.attribute("a..b", "x")))).isPresent();
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

  @Test
  void aQuarterOfAMebibyteIsTakenAndNotAByteMore() {
    int rest = 256 * 1024 - OutboxLimits.sizeBytes(message(PLAIN)) + "x".length();

    assertThat(OutboxLimits.refusal(message(body("x".repeat(rest))))).isEmpty();
    assertThat(OutboxLimits.refusal(message(body("x".repeat(rest + 1)))))
        .get()
        .asString()
        .contains("has 262145 bytes, and may have 262144");
  }

  private static OutgoingMessage body(String text) {
    return OutgoingMessage.to("fulfilment", "name", text);
  }

  @Test
  void aRefusalShowsTheNameOrAsMuchOfItAsANameMayHave() {
    String longest = "x".repeat(63) + "#";

    assertThat(OutboxLimits.refusal(message(OutgoingMessage.to("fulfilment", longest, "x"))))
        .get()
        .asString()
        .contains("\"" + longest + "\" has no valid name");
    assertThat(OutboxLimits.refusal(message(OutgoingMessage.to("fulfilment", longest + "y", "x"))))
        .get()
        .asString()
        .contains("\"" + longest + "…\" has no valid name");
  }

  private static OutboxMessage message(OutgoingMessage outgoing) {
    return new OutboxMessage("lane", "id", "orders", outgoing, Instant.EPOCH, Place.FIRST);
  }
}
