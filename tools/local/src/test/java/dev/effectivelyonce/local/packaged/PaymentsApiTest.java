package dev.effectivelyonce.local.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.effectivelyonce.local.fixture.Await;
import dev.effectivelyonce.local.fixture.PackagedStack;
import dev.effectivelyonce.local.system.LocalSystem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The packaged payments API, in processes that die. */
@TestInstance(Lifecycle.PER_CLASS)
@Tag("full")
class PaymentsApiTest {
  private static final String REPLAYED = "Idempotent-Replayed";
  private static final long OPENING_CENTS = 100_000;
  private static final int REQUESTS = 100;

  private final HttpClient client = HttpClient.newHttpClient();
  private LocalSystem system;

  @BeforeAll
  void start(@TempDir Path work) {
    system = LocalSystem.start(PackagedStack.in(work));
  }

  @AfterAll
  void close() {
    client.close();
    system.close();
  }

  @Test
  void aPaymentIsBookedOnceAndItsAnswerReplayed() {
    open("A-1");

    HttpResponse<String> first = send(pay("A-1", "k-1"));
    HttpResponse<String> second = send(pay("A-1", "\"k-1\""));

    assertThat(first.statusCode()).isEqualTo(201);
    assertThat(first.headers().firstValue(REPLAYED)).isEmpty();
    assertThat(second.statusCode()).isEqualTo(201);
    assertThat(second.headers().firstValue(REPLAYED)).contains("true");
    assertThat(second.headers().firstValue("Location"))
        .isEqualTo(first.headers().firstValue("Location"));
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(paid("A-1")).isEqualTo(250);
  }

  @Test
  void whatIsWrongWithARequestIsTold() {
    open("A-2");
    send(pay("A-2", "k-2"));

    assertThat(send(post("A-2")).statusCode()).isEqualTo(400);
    assertThat(send(pay("A-3", "k-2")).statusCode()).isEqualTo(422);
    assertThat(send(pay("nobody's", "k-3")).statusCode()).isEqualTo(422);
    assertThat(send(pay("nobody's", "k-3")).headers().firstValue(REPLAYED)).contains("true");
    assertThat(send(request().header("Idempotency-Key", "k-4")).statusCode()).isEqualTo(405);
    assertThat(paid("A-2")).isEqualTo(250);
  }

  @Test
  void requestsAtOnceWithOneKeyHaveOneEffectAndOneFirstAnswer() {
    open("A-4");

    List<HttpResponse<String>> answers = sendAtOnce(pay("A-4", "k-5").build());

    List<HttpResponse<String>> done =
        answers.stream().filter(it -> it.statusCode() == 201).toList();
    assertThat(done).filteredOn(it -> it.headers().firstValue(REPLAYED).isEmpty()).hasSize(1);
    assertThat(done.stream().map(HttpResponse::body).distinct()).hasSize(1);
    assertThat(answers).allMatch(it -> it.statusCode() == 201 || it.statusCode() == 409);
    assertThat(paid("A-4")).isEqualTo(250);
  }

  @Test
  void afterADeathBeforeTheEffectARepetitionWaitsForTheLeaseAndBooks() {
    open("A-5");

    assertThat(send(pay("A-5", "k-6").header("simulate", "crash-before-effect")).statusCode())
        .isEqualTo(502);
    HttpResponse<String> early = send(pay("A-5", "k-6"));

    assertThat(early.statusCode()).isEqualTo(409);
    assertThat(early.headers().firstValue("Retry-After")).contains("1");
    Await.until("it is booked", () -> send(pay("A-5", "k-6")).statusCode() == 201);
    assertThat(paid("A-5")).isEqualTo(250);
  }

  private List<HttpResponse<String>> sendAtOnce(HttpRequest request) {
    List<CompletableFuture<HttpResponse<String>>> sent =
        IntStream.range(0, REQUESTS)
            .mapToObj(i -> client.sendAsync(request, BodyHandlers.ofString()))
            .toList();
    return sent.stream().map(CompletableFuture::join).toList();
  }

  private HttpRequest.Builder pay(String account, String key) {
    return post(account).header("Idempotency-Key", key);
  }

  private HttpRequest.Builder post(String account) {
    return request()
        .POST(
            BodyPublishers.ofString(
                "{\"accountId\":\"%s\",\"amountCents\":250,\"currency\":\"EUR\"}"
                    .formatted(account)));
  }

  private HttpRequest.Builder request() {
    return HttpRequest.newBuilder(URI.create(system.output("PaymentsApiUrl") + "payments"));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void open(String account) {
    system
        .dynamoDb()
        .putItem(
            put ->
                put.tableName(system.output("AccountsTableName"))
                    .item(
                        Map.of(
                            "accountId", fromS(account),
                            "balanceCents", fromN(Long.toString(OPENING_CENTS)))));
  }

  private long paid(String account) {
    AttributeValue balance =
        system
            .dynamoDb()
            .getItem(
                get ->
                    get.tableName(system.output("AccountsTableName"))
                        .key(Map.of("accountId", fromS(account))))
            .item()
            .getOrDefault("balanceCents", fromN("0"));
    return OPENING_CENTS - Long.parseLong(balance.n());
  }
}
