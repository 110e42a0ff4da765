package dev.effectivelyonce.functions.payments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.sqs.JacksonJson;
import dev.effectivelyonce.sqs.UnreadableMessageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PaymentTest {
  private static final String MESSAGE =
      """
      {"paymentId":"P-1","accountId":"A-1","amountCents":%s,"currency":"EUR",
       "requestedAt":"2026-11-01T10:00:00Z"}
      """;

  private final JacksonJson json = new JacksonJson();

  @Test
  void isReadFromItsMessage() {
    assertThat(json.read(MESSAGE.formatted("250"), Payment.class))
        .isEqualTo(new Payment("P-1", "A-1", 250, "EUR", "2026-11-01T10:00:00Z"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-250", "null", "\"much\"", "1e400"})
  void isRefusedUnlessItsAmountIsAPositiveNumber(String amount) {
    assertThatThrownBy(() -> json.read(MESSAGE.formatted(amount), Payment.class))
        .isInstanceOf(UnreadableMessageException.class);
  }
}
