package dev.effectivelyonce.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.ErrorSummary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CauseTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "com.example.Declined at com.example.Pay.run:7, com.example.Declined at"
            + " com.example.Pay.run:#",
        "Gateway answered 503 after 1.25 s, Gateway answered # after # s",
        "Order O-4711 is unknown, Order O-# is unknown",
        "Order order4711 is unknown, Order order# is unknown",
        "Seen at 2026-01-02T03:04:05.678Z, Seen at #",
        "Id 0f8fad5b-d9cb-469f-a165-70867728950e is gone, Id # is gone",
        "Hash FMj171vTzvzN_e65EB9l46wczXvk4F8mu1_W1G75t0Y differs, Hash # differs",
        "Blob deadbeef01 is torn, Blob # is torn",
        "java.net.Http2Exception in lambda$run$0, java.net.Http2Exception in lambda$run$0",
        "InvalidPaymentMethodException at com.example.Pay.run, InvalidPaymentMethodException at"
            + " com.example.Pay.run"
      })
  void whatDiffersFromLetterToLetterIsReplaced(String text, String cause) {
    assertThat(Cause.normalized(text)).isEqualTo(cause);
    assertThat(Cause.normalized(cause)).isEqualTo(cause);
    assertThat(Cause.contains(cause, text)).isTrue();
  }

  /** The rest of this id is an id of its own, once its digits are replaced. */
  @Test
  void aCauseIsFoundByItself() {
    String cause = Cause.normalized("Order ord1234abcdef12 is unknown");

    assertThat(cause).isEqualTo("Order ord#abcdef12 is unknown");
    assertThat(Cause.contains(cause, cause)).isTrue();
    assertThat(Cause.contains(cause, "ORD#ABCDEF12")).isTrue();
    assertThat(Cause.contains(cause, "Order ord1234abcdef12")).isTrue();
  }

  /** Anybody may write the reason of a parked record, and the part that a request asks for. */
  @ParameterizedTest
  @ValueSource(
      strings = {"1.", "1,1", ".", "9", "a1-", "2026-01-02T03:04:05", "Z ", "é\t", "\ud83d"})
  void anyTextOfAnyLengthHasACause(String part) {
    String text = part.repeat(200_000);
    String cause = Cause.normalized(text);

    assertThat(cause).hasSizeLessThanOrEqualTo(ErrorSummary.MAX_CHARS);
    assertThat(Cause.contains(cause, text)).isTrue();
  }
}
