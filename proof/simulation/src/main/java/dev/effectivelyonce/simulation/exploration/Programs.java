package dev.effectivelyonce.simulation.exploration;

import dev.effectivelyonce.core.engine.ConsumerSettings;
import dev.effectivelyonce.core.engine.Engine;
import dev.effectivelyonce.core.engine.EngineContext;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.testkit.InMemoryStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What actors do: a delivery by the real engine, or an operator's call. */
final class Programs {
  private static final ConsumerName CONSUMER = new ConsumerName("orders");
  private static final BusinessKey KEY = BusinessKey.of("order-1");
  static final RecordId ID = RecordId.of(CONSUMER, KEY);

  /** A handler's exception; without a place, so that it is the same in every run. */
  private static final class HandlerException extends Exception {
    HandlerException() {
      super("thrown", null, false, false);
    }
  }

  private final Scenario scenario;
  private final List<Program> programs;

  Programs(Scenario scenario) {
    this.scenario = scenario;
    this.programs = scenario.actors().stream().map(this::program).toList();
  }

  Program of(int actor) {
    return programs.get(actor);
  }

  private Program program(Scenario.Actor actor) {
    return switch (actor.role()) {
      case WORKER -> delivery(actor.payload());
      case SETTLES_COMPLETED -> operator(seen -> settled(seen, Settlement.COMPLETED));
      case SETTLES_RETRYABLE -> operator(seen -> settled(seen, Settlement.RETRYABLE));
      case FORGETS ->
          operator(seen -> env -> env.store().forget(seen, env.platform().clock().instant()));
      case ERASES ->
          operator(seen -> env -> env.store().erase(seen, env.platform().clock().instant()));
      case ACKNOWLEDGES ->
          operator(seen -> env -> env.store().acknowledge(seen, env.platform().clock().instant()));
    };
  }

  /** A delivery of the message, handled as the scenario allows. */
  Program delivery(Fingerprint payload) {
    ConsumerSettings settings =
        ConsumerSettings.of(CONSUMER, scenario.policy(), Scenario.RETENTION);
    return env -> {
      Engine engine =
          new Engine(
              new EngineContext(
                  settings, env.store(), env.platform(), String::valueOf, ignored -> {}));
      Instant now = env.platform().clock().instant();
      Request request =
          new Request(
                  KEY,
                  now.plus(Scenario.STOP),
                  now.plus(Scenario.DEADLINE),
                  now.plus(Scenario.LEASE))
              .withFingerprint(Optional.of(payload));
      return engine.execute(request, attempt -> handle(env, attempt.owner().value()));
    };
  }

  private HandlerResult handle(ProgramContext env, String result) throws HandlerException {
    boolean hadEffect = false;
    while (true) {
      switch (env.handlerStep(options(hadEffect))) {
        case EFFECT -> hadEffect = true;
        case COMPLETE -> {
          return HandlerResult.completed(result);
        }
        case RETRY -> {
          return HandlerResult.retry("nothing happened");
        }
        case FAIL -> {
          return HandlerResult.fail("never");
        }
        case THROW -> throw new HandlerException();
      }
    }
  }

  private List<HandlerStep> options(boolean hadEffect) {
    List<HandlerStep> options = new ArrayList<>();
    for (HandlerStep step : HandlerStep.values()) {
      boolean fits =
          switch (step) {
            case EFFECT, RETRY, FAIL -> !hadEffect;
            case COMPLETE -> hadEffect;
            case THROW -> true;
          };
      if (fits && scenario.steps().contains(step)) {
        options.add(step);
      }
    }
    return options;
  }

  private static Program operator(Function<IdempotencyRecord, Program> decision) {
    return env -> {
      Optional<IdempotencyRecord> seen = env.store().find(ID);
      return seen.map(it -> decision.apply(it).run(env)).orElse("nothing to decide");
    };
  }

  private static Program settled(IdempotencyRecord seen, Settlement decision) {
    return env ->
        env.store()
            .settle(
                seen,
                decision,
                WriteTimestamp.of(env.platform().clock().instant(), Scenario.RETENTION));
  }

  /** A store that has this record, or none. */
  static IdempotencyStore storeWith(Optional<IdempotencyRecord> record) {
    IdempotencyStore store = new InMemoryStore();
    if (record.isPresent()) {
      IdempotencyRecord whole = record.get();
      Claim claim =
          new Claim(whole.id(), whole.owner(), whole.leaseUntil(), whole.stamp())
              .withFingerprint(whole.fingerprint())
              .withReadableKey(whole.readableKey());
      WriteResult claimed = store.claim(claim);
      WriteResult copied = store.copy(IdempotencyRecord.claimed(claim), whole);
      if (claimed instanceof WriteResult.Refused || copied instanceof WriteResult.Refused) {
        throw new IllegalStateException("Not to be kept: " + whole);
      }
    }
    return store;
  }

  /** Whether an outcome lets the message be deleted. */
  static boolean isDone(Object result) {
    return result instanceof Outcome outcome && outcome.isDone();
  }
}
