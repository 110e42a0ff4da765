package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.steps.AttemptAbortedError;
import dev.effectivelyonce.http.ApiBody;
import dev.effectivelyonce.http.ApiHandler;
import dev.effectivelyonce.http.ApiRequest;
import dev.effectivelyonce.http.ApiResponse;
import dev.effectivelyonce.simulation.check.Attempt;
import dev.effectivelyonce.simulation.check.Effects;
import dev.effectivelyonce.simulation.check.Requests;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Plan.Shape;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.simulation.store.Table;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * A handler of requests with an effect, plain or committed.
 *
 * @param deadlines when Lambda ends the invocation of a sending
 */
record SimulatedApiHandler(
    HistoryContext basis,
    SimulatedProcess process,
    Table table,
    Effects effects,
    Function<String, Instant> deadlines)
    implements ApiHandler {
  private static final int CREATED = 201;
  private static final int TOO_MANY = 429;
  private static final int BAD_GATEWAY = 502;

  @Override
  public HandlerResult handle(ApiRequest request, dev.effectivelyonce.core.handler.Attempt delivery)
      throws Exception {
    Attempt attempt =
        effects.began(
            delivery,
            KeyedApi.fingerprint(request.body().text()),
            process,
            deadlines.apply(SimulatedRequest.sending(request)));
    trace("runs", delivery);
    try {
      Optional<HandlerResult> failed = fails();
      if (failed.isPresent()) {
        effects.returned(attempt, Optional.empty());
        return failed.get();
      }
      basis.conduct.takesTime();
      return basis.plan.shape() == Shape.COMMITTED
          ? committing(delivery, attempt)
          : plain(delivery, attempt);
    } catch (Exception | AttemptAbortedError e) {
      effects.threw(attempt);
      trace("throws at", delivery);
      throw e;
    }
  }

  private HandlerResult plain(dev.effectivelyonce.core.handler.Attempt delivery, Attempt attempt)
      throws InterruptedException {
    trace("EFFECT of", delivery);
    effects.happened(attempt);
    basis.conduct.goesOn();
    if (basis.faults.happens(Fault.HANDLER_THROWS_AFTER_EFFECT)) {
      effects.threw(attempt);
      return HandlerResult.completed(ApiResponse.of(BAD_GATEWAY));
    }
    return HandlerResult.completed(returned(delivery, attempt));
  }

  private HandlerResult committing(
      dev.effectivelyonce.core.handler.Attempt delivery, Attempt attempt)
      throws InterruptedException {
    basis.conduct.goesOn();
    boolean isRefused = basis.faults.happens(Fault.HANDLER_THROWS_AFTER_EFFECT);
    return table
        .effects()
        .commit(
            () -> {
              trace("EFFECT of", delivery);
              effects.committed(attempt);
            },
            isRefused ? notDone(attempt) : returned(delivery, attempt));
  }

  private ApiResponse notDone(Attempt attempt) {
    effects.returned(attempt, Optional.empty());
    return ApiResponse.of(BAD_GATEWAY);
  }

  private ApiResponse returned(dev.effectivelyonce.core.handler.Attempt delivery, Attempt attempt) {
    ApiResponse answer =
        ApiResponse.of(CREATED).body(ApiBody.of("done by " + delivery.owner().value()));
    effects.returned(attempt, Optional.of(Requests.whole(answer)));
    return answer;
  }

  private Optional<HandlerResult> fails() throws InterruptedException {
    return basis.conduct.fails(
        () ->
            basis.faults.pick(2) == 0
                ? HandlerResult.retry("simulated")
                : HandlerResult.completed(ApiResponse.of(TOO_MANY)));
  }

  private void trace(String what, dev.effectivelyonce.core.handler.Attempt delivery) {
    basis.trace.line(process.name(), what, table.name(delivery.id()), "by", delivery.owner());
  }
}
