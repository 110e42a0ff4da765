package dev.effectivelyonce.tests.http;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.http.ApiHandler;
import dev.effectivelyonce.http.ApiRequest;
import dev.effectivelyonce.http.ApiResponse;
import dev.effectivelyonce.http.HttpApi;
import dev.effectivelyonce.http.HttpApiBuilder;
import dev.effectivelyonce.testkit.FaultyStore;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.http.HttpEvent;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** An API that books payments, over a faulty store in memory, with a clock that tests move. */
final class Bench {
  static final ConsumerName API = new ConsumerName("payments-api");
  static final Duration TIMEOUT = Duration.ofSeconds(10);
  static final Duration MARGIN = Duration.ofSeconds(2);
  static final Duration RETENTION = Duration.ofHours(24);
  static final String KEY = "k-1";

  /** A request to book a payment. */
  static final HttpEvent PAY = HttpEvent.post("/payments").key(KEY).json("{\"amount\":1}");

  final ManualClock clock = new ManualClock();
  final InMemoryStore memory = new InMemoryStore();
  final FaultyStore store = new FaultyStore(memory);
  final AtomicInteger booked = new AtomicInteger();
  private final AbandonedClaimPolicy policy;

  Bench(AbandonedClaimPolicy policy) {
    this.policy = policy;
  }

  HttpApiBuilder builder() {
    Platform system = Platform.system();
    return HttpApi.of(API.value())
        .onAbandonedClaim(policy)
        .store(store)
        .retention(RETENTION)
        .leaseMargin(MARGIN)
        .platform(new Platform(clock, system.owners(), system.random(), clock::advance))
        .handler(this::book);
  }

  HttpApi api(ApiHandler handler) {
    return builder().handler(handler).build();
  }

  /** Books; the answer says which booking it is. */
  HandlerResult book(ApiRequest request, Attempt attempt) {
    return HandlerResult.completed(booked());
  }

  /** Books. */
  ApiResponse booked() {
    return ApiResponse.json(201, "{\"booking\":" + booked.incrementAndGet() + "}")
        .header("Location", "/payments/1");
  }

  ApiResponse send(HttpApi api, HttpEvent event) {
    return send(api, event, TIMEOUT);
  }

  ApiResponse send(HttpApi api, HttpEvent event, Duration timeLeft) {
    return api.handle(event.toRequest(), new TestContext(clock, timeLeft));
  }

  /** Moves the clock to where a claim made now has lapsed. */
  void lapse() {
    clock.advance(TIMEOUT.plus(MARGIN));
  }

  /** The record of {@link #PAY}. */
  Optional<IdempotencyRecord> record() {
    return memory.find(
        RecordId.of(
            API,
            BusinessKey.of(KEY)
                .inScope("iam arn:aws:iam::123456789012:user/test")
                .inScope("$default")));
  }
}
