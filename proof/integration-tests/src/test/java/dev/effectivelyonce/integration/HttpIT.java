package dev.effectivelyonce.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.integration.stack.Api;
import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.Eventually;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import dev.effectivelyonce.integration.stack.Tables.AccountRow;
import dev.effectivelyonce.integration.stack.Tables.LedgerRow;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
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

  @Test
  void requestsAtOnceWithOneKeyHaveOneEffectAndOneFirstAnswer() {
    String account = open();
    String key = stack.newName("key");

    List<HttpResponse<String>> answers = payAtOnce(account, key);

    assertThat(answers).allMatch(it -> it.statusCode() == 201 || it.statusCode() == 409);
    assertThat(answers)
        .filteredOn(it -> it.statusCode() == 201)
        .filteredOn(it -> it.headers().firstValue(REPLAYED).isEmpty())
        .hasSize(1);
    assertBookedOnce(account);
  }

  @Test
  void afterADeathBeforeTheEffectARepetitionWaitsForTheLeaseAndBooks() {
    String account = open();
    String key = stack.newName("key");

    HttpResponse<String> died =
        api.pay(account, Map.of("Idempotency-Key", key, "simulate", "crash-before-effect"));

    assertThat(died.statusCode()).isGreaterThanOrEqualTo(500);
    Eventually.holds(
        "the payment is booked",
        () -> assertThat(api.pay(account, key).statusCode()).isEqualTo(201));
    assertBookedOnce(account);
  }

  private String open() {
    String account = stack.newName("account");
    stack.tables().openAccount(account, OPENING_CENTS);
    return account;
  }

  /** Few at a time: LocalStack starts a container for each. */
  private List<HttpResponse<String>> payAtOnce(String account, String key) {
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      return IntStream.range(0, 40)
          .mapToObj(i -> CompletableFuture.supplyAsync(() -> api.pay(account, key), threads))
          .toList()
          .stream()
          .map(CompletableFuture::join)
          .toList();
    }
  }

  private void assertBookedOnce(String account) {
    assertThat(stack.tables().account(account)).isEqualTo(new AccountRow(OPENING_CENTS - 250, 1));
    assertThat(stack.tables().ledger(account))
        .singleElement()
        .extracting(LedgerRow::amountCents)
        .isEqualTo(250L);
  }
}
