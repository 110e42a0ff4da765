package dev.effectivelyonce.functions.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.sqs.JacksonJson;
import dev.effectivelyonce.sqs.UnreadableMessageException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderTest {
  private final JacksonJson json = new JacksonJson();

  @Test
  void isReadFromItsMessageAndIgnoresFieldsThatItDoesNotKnow() {
    Order order =
        json.read(
            """
            {"orderId":"O-1","customerId":"C-1","totalCents":995,"currency":"EUR",
             "placedAt":"2026-11-01T10:00:00Z","coupon":"X"}
            """,
            Order.class);

    assertThat(order)
        .isEqualTo(new Order("O-1", "C-1", 995, "EUR", "2026-11-01T10:00:00Z", "", List.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"orderId\":\"O-1\",\"customerId\":\"C-1\",\"currency\":\"EUR\",\"placedAt\":\"t\"}",
        "{\"orderId\":\"O-1\",\"customerId\":\"C-1\",\"totalCents\":-1,\"currency\":\"EUR\","
            + "\"placedAt\":\"t\"}",
      })
  void isRefusedWithoutItsFieldsOrWithANegativeTotal(String body) {
    assertThatThrownBy(() -> json.read(body, Order.class))
        .isInstanceOf(UnreadableMessageException.class);
  }
}
