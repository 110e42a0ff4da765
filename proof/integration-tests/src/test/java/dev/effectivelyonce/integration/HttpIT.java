package dev.effectivelyonce.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.integration.stack.Api;
import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import dev.effectivelyonce.integration.stack.Tables.AccountRow;
import dev.effectivelyonce.integration.stack.Tables.LedgerRow;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Payments by HTTP, through the function's URL. */
@ExtendWith(OnLocalStack.class)
class HttpIT {
  private static final String REPLAYED = "Idempotent-Replayed";
  private static final long OPENING_CENTS = 10_000;

  private final DeployedStack stack;
  private final Api api;

  HttpIT(DeployedStack stack) {
    this.stack = stack;
    this.api = stack.paymentsApi();
  }

  @Test
  void aPaymentIsBookedOnceAndItsAnswerReplayed() {
    String account = open();
    String key = stack.newName("key");

    HttpResponse<String> first = api.pay(account, key);
    HttpResponse<String> second = api.pay(account, "\"" + key + "\"");

    assertThat(first.statusCode()).as(first.body()).isEqualTo(201);
    assertThat(first.headers().firstValue(REPLAYED)).isEmpty();
    assertThat(second.statusCode()).isEqualTo(201);
    assertThat(second.headers().firstValue(REPLAYED)).contains("true");
    assertThat(second.body()).isEqualTo(first.body());
    assertBookedOnce(account);
  }

  private String open() {
    String account = stack.newName("account");
    stack.tables().openAccount(account, OPENING_CENTS);
    return account;
  }

  private void assertBookedOnce(String account) {
    assertThat(stack.tables().account(account)).isEqualTo(new AccountRow(OPENING_CENTS - 250, 1));
    assertThat(stack.tables().ledger(account))
        .singleElement()
        .extracting(LedgerRow::amountCents)
        .isEqualTo(250L);
  }
}
