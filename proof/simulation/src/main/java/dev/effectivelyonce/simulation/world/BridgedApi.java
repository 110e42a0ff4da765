package dev.effectivelyonce.simulation.world;

import com.amazonaws.services.lambda.runtime.Context;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.http.ApiBody;
import dev.effectivelyonce.http.ApiRequest;
import dev.effectivelyonce.http.ApiResponse;
import dev.effectivelyonce.powertools.AttemptRefusedException;
import dev.effectivelyonce.powertools.FencedPersistenceStore;
import dev.effectivelyonce.simulation.check.Attempt;
import dev.effectivelyonce.simulation.check.Effects;
import dev.effectivelyonce.simulation.check.Requests.Kept;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.simulation.lambda.ApiFunction;
import dev.effectivelyonce.simulation.store.Table;
import dev.effectivelyonce.simulation.world.HandlerBehaviour.HandlerThrew;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyAlreadyInProgressException;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyInconsistentStateException;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyPersistenceLayerException;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyValidationException;

/**
 * An API whose method has Powertools' {@code @Idempotent} over the library's store.
 *
 * @param deadlines when Lambda ends the invocation of a sending
 */
record BridgedApi(
    HistoryContext basis, Table table, Effects effects, Function<String, Instant> deadlines)
    implements Api {
  private static final String METHOD = "pay";

  /** What Powertools has for a text that is null: an operator settled it. */
  private static final String NOTHING = "null";

  private static final int DONE = 201;
  private static final int DONE_WITHOUT_RESULT = 204;
  private static final int IN_PROGRESS = 409;
  private static final int REFUSED = 422;
  private static final int UNAVAILABLE = 503;

  private static final IdempotencyConfig CONFIG =
      IdempotencyConfig.builder()
          .withEventKeyJMESPath("key")
          .withPayloadValidationJMESPath("payload")
          .withExpiration(CodeUnderTest.RETENTION)
          .build();

  /** As Powertools makes it, outside of Lambda. */
  @Override
  public RecordId id(SimulatedRequest request) {
    return new RecordId("testFunction." + METHOD + "#" + hash(key(request)));
  }

  @Override
  public Fingerprint fingerprint(SimulatedRequest request) {
    return new Fingerprint(hash(request.payload()));
  }

  private static String key(SimulatedRequest request) {
    return request.key() + " of " + request.caller();
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every JDK has it", e);
    }
  }

  @Override
  public Kept kept() {
    return answer -> answer.body().text();
  }

  @Override
  public ApiFunction start(SimulatedProcess process, IdempotencyStore records) {
    Running running = new Running(process);
    FencedPersistenceStore store =
        FencedPersistenceStore.of("simulated-bridge", records)
            .onAbandonedClaim(basis.plan.policy())
            .platform(basis.platform(process))
            .observer(running::observed)
            .build();
    AnnotatedMethod method =
        new AnnotatedMethod(METHOD, new InSimulatedTime(store, process.clock()), CONFIG);
    return (request, context) -> running.answer(method, request, context);
  }

  /** The function in one process. */
  private final class Running {
    private final SimulatedProcess process;
    private @Nullable AttemptId latest;

    Running(SimulatedProcess process) {
      this.process = process;
    }

    /** Between a claim and its method no other thread goes on. */
    void observed(Transition transition) {
      latest = transition.owner();
      basis.told(process, transition, table);
    }

    ApiResponse answer(AnnotatedMethod method, ApiRequest sent, Context context) {
      SimulatedRequest request = SimulatedRequest.of(sent);
      boolean[] hasRun = {false};
      try {
        String result =
            method.call(
                payload(request),
                context,
                () -> {
                  hasRun[0] = true;
                  return pay(request, deadlines.apply(SimulatedRequest.sending(sent)));
                });
        return done(result, hasRun[0]);
      } catch (IdempotencyAlreadyInProgressException e) {
        return ApiResponse.of(IN_PROGRESS);
      } catch (IdempotencyValidationException e) {
        return ApiResponse.of(REFUSED);
      } catch (IdempotencyPersistenceLayerException e) {
        return unavailable(e);
      } catch (IdempotencyInconsistentStateException | HandlerThrew e) {
        return ApiResponse.of(UNAVAILABLE);
      } catch (Throwable e) {
        throw new IllegalStateException("Not what a bridged method throws", e);
      }
    }

    private String pay(SimulatedRequest request, Instant deadline) throws InterruptedException {
      AttemptId owner = Objects.requireNonNull(latest);
      Attempt attempt = effects.began(id(request), owner, fingerprint(request), process, deadline);
      try {
        basis.conduct.begins();
        basis.conduct.takesTime();
        basis.trace.line(process.name(), "EFFECT of", key(request), "by", owner);
        effects.happened(attempt);
        basis.conduct.goesOn();
        basis.conduct.throwIf(Fault.HANDLER_THROWS_AFTER_EFFECT);
        String result = "done by " + owner;
        effects.returned(attempt, Optional.of(result));
        return result;
      } catch (HandlerThrew e) {
        effects.threw(attempt);
        throw e;
      }
    }
  }

  private static JsonNode payload(SimulatedRequest request) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("key", key(request))
        .put("payload", request.payload());
  }

  private static ApiResponse done(String result, boolean hasRun) {
    ApiResponse answer =
        result.equals(NOTHING)
            ? ApiResponse.of(DONE_WITHOUT_RESULT)
            : ApiResponse.of(DONE).body(ApiBody.of(result));
    return hasRun ? answer : answer.header("idempotent-replayed", "true");
  }

  private static ApiResponse unavailable(IdempotencyPersistenceLayerException e) {
    boolean isMeant =
        e.getCause() instanceof StoreException || e.getCause() instanceof AttemptRefusedException;
    if (!isMeant) {
      throw new IllegalStateException("Not what the store throws", e);
    }
    return ApiResponse.of(UNAVAILABLE);
  }
}
