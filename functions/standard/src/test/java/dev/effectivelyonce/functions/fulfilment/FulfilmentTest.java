package dev.effectivelyonce.functions.fulfilment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.steps.StepNotDoneException;
import dev.effectivelyonce.gateway.Entry;
import dev.effectivelyonce.gateway.Entry.Kind;
import dev.effectivelyonce.gateway.GatewayFaults;
import dev.effectivelyonce.gateway.GatewayStandIn;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.sqs.RecordingVisibility;
import dev.effectivelyonce.testkit.sqs.SqsEvents;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FulfilmentTest {
  private static final Duration SURVIVES = Duration.ofMinutes(30);

  private final ManualClock clock = new ManualClock();
  private final InMemoryStore store = new InMemoryStore();
  private final MemoryWarehouse warehouse = new MemoryWarehouse();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private GatewayStandIn gateway = GatewayStandIn.start(GatewayFaults.none());

  @AfterEach
  void close() {
    client.close();
    gateway.close();
  }

  @Test
  void aDeclinedCardReleasesTheReservation() {
    deliver("O-1", "declined");

    assertThat(status("O-1")).isEqualTo(Status.FAILED);
    assertThat(moved("O-1")).isEmpty();
    assertThat(warehouse.released).containsExactly("O-1");
  }

  @Test
  void whatIsSoldOutIsNotCharged() {
    warehouse.soldOut.add("O-1");

    deliver("O-1", "customer");

    assertThat(status("O-1")).isEqualTo(Status.FAILED);
    assertThat(moved("O-1")).isEmpty();
    assertThat(warehouse.released).isEmpty();
  }

  @Test
  void aGatewayThatIsAwayForAQuarterOfAnHourIsTriedAgainAndThenTheOrderGoesBack() {
    gateway.close();
    Instant away = clock.instant();

    while (Duration.between(away, clock.instant()).compareTo(SURVIVES.dividedBy(2)) < 0) {
      deliver("O-1", "customer");
      assertThat(status("O-1")).isEqualTo(Status.RETRYABLE);
      assertThat(charge("O-1")).isEqualTo(Step.State.NOT_DONE);
      clock.advance(Duration.ofMinutes(1));
    }
    deliver("O-1", "customer");

    assertThat(status("O-1")).isEqualTo(Status.FAILED);
    assertThat(warehouse.released).containsExactly("O-1");
  }

  @Test
  void aLateAnswerLeavesTheChargeInDoubtAndTheNextAttemptAsks() {
    gateway.close();
    gateway = GatewayStandIn.start(new GatewayFaults(0.5, 3, Duration.ZERO));
    String orderId = firstWithALateAnswer();

    assertThat(charge(orderId)).isEqualTo(Step.State.INTENT);
    assertThat(moved(orderId)).containsExactly(Kind.CHARGE);
    deliverUntilOver(orderId, "customer");

    assertThat(status(orderId)).isEqualTo(Status.COMPLETED);
    assertThat(moved(orderId)).containsExactly(Kind.CHARGE);
  }

  @Test
  void whateverTheGatewayDoesEachOrderEndsWithOneChargeOrOneThatIsGivenBack() {
    gateway.close();
    gateway = GatewayStandIn.start(new GatewayFaults(0.5, 1, Duration.ZERO));

    for (int index = 0; index < 60; index++) {
      String orderId = "O-" + index;
      if (index % 3 == 0) {
        warehouse.recalled.add(orderId);
      }
      deliverUntilOver(orderId, "customer");

      boolean isShipped = status(orderId) == Status.COMPLETED;
      assertThat(moved(orderId))
          .as(orderId)
          .isEqualTo(isShipped ? List.of(Kind.CHARGE) : List.of(Kind.CHARGE, Kind.REFUND));
      assertThat(warehouse.shipped.containsValue(orderId)).isEqualTo(isShipped);
    }
  }

  @Test
  void anAnswerThatDoesNotComeIsNotWaitedForWithoutAnEnd() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      HttpGateway asked = new HttpGateway(URI.create("http://127.0.0.1:" + silent.getLocalPort()));

      assertThatThrownBy(() -> asked.find("charge"))
          .isInstanceOfAny(HttpTimeoutException.class, StepNotDoneException.class);
    }
  }

  private String firstWithALateAnswer() {
    for (int index = 0; index < 60; index++) {
      String orderId = "L-" + index;
      deliver(orderId, "customer");
      if (gateway.calls().late() > 0) {
        return orderId;
      }
    }
    throw new AssertionError("No answer was late");
  }

  /** A busy machine makes no answer late: those are that the gateway counts as such. */
  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    int late = gateway.calls().late();
    HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
    if (gateway.calls().late() > late) {
      throw new HttpTimeoutException("The answer is late");
    }
    return answer;
  }

  private void deliverUntilOver(String orderId, String customerId) {
    for (int attempt = 0; attempt < 30; attempt++) {
      deliver(orderId, customerId);
      if (status(orderId) == Status.COMPLETED || status(orderId) == Status.FAILED) {
        return;
      }
    }
  }

  private void deliver(String orderId, String customerId) {
    SqsConsumer<Purchase> consumer =
        SqsConsumer.of(Purchase.IDENTITY)
            .store(store)
            .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
            .retention(Duration.ofDays(19))
            .maxReceiveCount(10)
            .visibility(new RecordingVisibility())
            .platform(
                new Platform(
                    clock,
                    Platform.system().owners(),
                    RandomGenerator.getDefault(),
                    clock::advance))
            .handler(
                new Fulfilment(warehouse, new HttpGateway(gateway.uri(), this::send), SURVIVES)
                    ::fulfil)
            .build();
    String order =
        """
        {"orderId":"%s","customerId":"%s","totalCents":250,"currency":"EUR",
         "items":[{"sku":"s-1","quantity":2}]}
        """
            .formatted(orderId, customerId);
    SQSBatchResponse unused =
        consumer.handle(
            SqsEvents.of(SqsRecord.of("fulfilment", "m-1").body(order)),
            new TestContext(clock, Duration.ofSeconds(30)));
  }

  private IdempotencyRecord record(String orderId) {
    return store
        .find(RecordId.of(Purchase.IDENTITY.consumer(), BusinessKey.of(orderId)))
        .orElseThrow();
  }

  private Status status(String orderId) {
    return record(orderId).status();
  }

  private Step.State charge(String orderId) {
    return record(orderId).step("charge").orElseThrow().state();
  }

  private List<Kind> moved(String orderId) {
    return gateway.ledger().stream()
        .filter(entry -> entry.orderId().equals(orderId))
        .map(Entry::kind)
        .toList();
  }
}
