package dev.effectivelyonce.core.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ids are stored. One that changes makes every consumer forget what it has done. */
class RecordIdTest {
  private static final ConsumerName ORDERS = new ConsumerName("orders");
  private static final BusinessKey ORDER = BusinessKey.of("o-1001");
  private static final Duration HOUR = Duration.ofHours(1);

  private static Stream<Map.Entry<BusinessKey, String>> golden() {
    return Stream.of(
        Map.entry(ORDER, "9gBnhLq-cHdvqd6siFU8sDXqLEIxRTwcigZl7X4wWvM"),
        Map.entry(BusinessKey.of("a", "bc"), "9D3dyjUdLEcODZ9XT2_PMTy8-7JwO9qccUT3JAMHX48"),
        Map.entry(BusinessKey.of("ab", "c"), "aBEUZA_4uO5iBDOLWoa4y3e5aVptKLiQMfseyw5lT-A"),
        Map.entry(ORDER.inScope("tenant-7"), "X5tJURRCcG5EwmxSeynySlv1lzJH_sydpJ2QESx_wkc"),
        Map.entry(
            ORDER.inWindow(HOUR, Instant.EPOCH.plus(HOUR.multipliedBy(49))),
            "60XCmuixiibuqEhQ4mMWWaR4X_Q2wyyVPE0Xnf7utv4"),
        Map.entry(
            ORDER.inWindow(HOUR, Instant.EPOCH.minusSeconds(1)),
            "I0p33x65pJqu-7L_8CuPo3SskPA7cLlluCjlJ_NLOrI"),
        Map.entry(BusinessKey.of("Zo\u00eb\u2713"), "9uas7UJFo68BqHhB8UHURBYLr080RX7UpQv7E3ZrPGg"),
        Map.entry(
            BusinessKey.of("Zoe\u0308\u2713"), "Z1jKo8v8nWL-B2aqsvwHiNyXNsmEZbGR8A3QmSSSNrs"));
  }

  @ParameterizedTest
  @MethodSource("golden")
  void theStoredFormNeverChanges(Map.Entry<BusinessKey, String> expected) {
    assertThat(RecordId.of(ORDERS, expected.getKey())).hasToString("orders#" + expected.getValue());
  }

  @Test
  void twoConsumersHaveTwoRecordsOfAKey() {
    assertThat(RecordId.of(new ConsumerName("billing"), ORDER))
        .isNotEqualTo(RecordId.of(ORDERS, ORDER));
  }

  @Test
  void theKeyHashLeavesOutTheConsumer() {
    assertThat(RecordId.of(ORDERS, ORDER).keyHash())
        .isEqualTo("9gBnhLq-cHdvqd6siFU8sDXqLEIxRTwcigZl7X4wWvM");
  }

  /** Queues and receivers keep it: by another one they would take a copy for a new message. */
  @Test
  void theIdOfAMessageNeverChanges() {
    assertThat(RecordId.of(ORDERS, ORDER).messageId(Optional.empty(), "shipment-ordered"))
        .isEqualTo("S8caCPV-m7t7HeN131GICBW_Pi1KgRbDtApRB4Su6g4");
    assertThat(
            RecordId.of(ORDERS, ORDER)
                .messageId(Optional.of(new Generation("owner-1")), "shipment-ordered"))
        .isEqualTo("YsU1JKQARO3H4p9o8SgVRrl8t6z0xrSivHCYyL0Ge8s");
  }

  @Test
  void aMessageOfAnotherGenerationHasAnotherId() {
    RecordId id = RecordId.of(ORDERS, ORDER);

    assertThat(id.messageId(Optional.of(new Generation("a")), "shipment-ordered"))
        .isNotEqualTo(id.messageId(Optional.of(new Generation("b")), "shipment-ordered"))
        .isNotEqualTo(id.messageId(Optional.empty(), "shipment-ordered"));
  }

  /** Providers keep it: another one would have an effect in doubt happen again. */
  @Test
  void theProviderKeyOfAStepNeverChanges() {
    assertThat(RecordId.of(ORDERS, ORDER).providerKey("charge"))
        .isEqualTo("KHlk1NkSbN6dSJLge6ll_3RGB9BHgp_dcMhYzqsAM6o");
  }

  @Test
  void theLongestKeyHasAnIdOfBoundedLength() {
    BusinessKey longest = BusinessKey.of("a".repeat(2042));

    assertThat(RecordId.of(new ConsumerName("c".repeat(64)), longest).value()).hasSize(64 + 1 + 43);
  }
}
