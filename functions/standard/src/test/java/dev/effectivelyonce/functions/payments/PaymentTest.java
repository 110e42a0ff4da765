package dev.effectivelyonce.functions.payments;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.sqs.JacksonJson;
import dev.effectivelyonce.sqs.UnreadableMessageException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PaymentTest {
  private final JacksonJson json = new JacksonJson();

  @ParameterizedTest
  @ValueSource(strings = {"0", "-250", "null", "\"much\"", "1e400"})
  void isRefusedUnlessItsAmountIsAPositiveNumber(String amount) {
    String message =
        """
        {"paymentId":"P-1","accountId":"A-1","amountCents":%s,"currency":"EUR",
         "requestedAt":"2026-11-01T10:00:00Z"}
        """
            .formatted(amount);

    assertThatThrownBy(() -> json.read(message, Payment.class))
        .isInstanceOf(UnreadableMessageException.class);
  }
}
