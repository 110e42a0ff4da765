package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.http.HttpApi;
import dev.effectivelyonce.simulation.check.Effects;
import dev.effectivelyonce.simulation.check.Requests;
import dev.effectivelyonce.simulation.check.Requests.Kept;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.simulation.lambda.ApiFunction;
import dev.effectivelyonce.simulation.store.Table;
import java.time.Instant;
import java.util.function.Function;

/**
 * The API of the library: it goes by the Idempotency-Key.
 *
 * @param deadlines when Lambda ends the invocation of a sending
 */
record KeyedApi(
    HistoryContext basis, Table table, Effects effects, Function<String, Instant> deadlines)
    implements Api {
  private static final ConsumerName CONSUMER = new ConsumerName("simulated-api");

  @Override
  public RecordId id(SimulatedRequest request) {
    return RecordId.of(
        CONSUMER,
        BusinessKey.of(request.key())
            .inScope("lambda " + request.caller())
            .inScope(SimulatedRequest.ROUTE));
  }

  @Override
  public Fingerprint fingerprint(SimulatedRequest request) {
    return fingerprint(request.payload());
  }

  static Fingerprint fingerprint(String payload) {
    return Fingerprint.of("POST", SimulatedRequest.PATH, "", payload);
  }

  @Override
  public Kept kept() {
    return Requests::whole;
  }

  @Override
  public ApiFunction start(SimulatedProcess process, IdempotencyStore records) {
    HttpApi api =
        HttpApi.of(CONSUMER.value())
            .store(records)
            .onAbandonedClaim(basis.plan.policy())
            .retention(CodeUnderTest.RETENTION)
            .platform(basis.platform(process))
            .observer(transition -> basis.told(process, transition, table))
            .handler(new SimulatedApiHandler(basis, process, table, effects, deadlines))
            .build();
    return api::handle;
  }
}
