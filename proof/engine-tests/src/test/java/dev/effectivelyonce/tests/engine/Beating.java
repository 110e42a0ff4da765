package dev.effectivelyonce.tests.engine;

import dev.effectivelyonce.core.engine.DeliveryEngine;
import dev.effectivelyonce.core.engine.Heartbeat;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A bench whose attempts have hours, a short lease, and a heartbeat. */
final class Beating {
  static final Duration TIME = Duration.ofHours(12);
  static final Duration LEASE = Duration.ofSeconds(30);
  static final Duration BEAT = Duration.ofSeconds(10);

  final Bench bench;
  final List<Instant> told = new ArrayList<>();

  Beating(AbandonedClaimPolicy policy) {
    this.bench = new Bench(policy);
  }

  Outcome deliver(Handler handler) {
    return execute(bench.engine, request(), handler);
  }

  /** What the handler asserts fails the test, and is no exception of the handler's. */
  static Outcome execute(DeliveryEngine engine, Request request, Handler handler) {
    List<AssertionError> failed = new ArrayList<>();
    Outcome outcome =
        engine.execute(
            request,
            attempt -> {
              try {
                return handler.handle(attempt);
              } catch (AssertionError e) {
                failed.add(e);
                throw e;
              }
            });
    if (!failed.isEmpty()) {
      throw failed.getFirst();
    }
    return outcome;
  }

  Request request() {
    return request(new Heartbeat(LEASE, told::add));
  }

  Request request(Heartbeat heartbeat) {
    Instant end = bench.clock.instant().plus(TIME);
    return new Request(Bench.KEY, end, end, end.plus(Bench.MARGIN))
        .withHeartbeat(Optional.of(heartbeat));
  }

  /** Time passes, and renewals come when they are due. */
  void pass(Duration time) {
    bench.timers.advance(time);
  }

  /** Time passes for everyone else. */
  void freeze(Duration time) {
    bench.clock.advance(time);
  }

  int renewals() {
    return bench.store.calls(Verb.RENEW);
  }
}
