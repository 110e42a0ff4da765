package dev.effectivelyonce.powertools;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.core.engine.Attempts;
import dev.effectivelyonce.core.engine.Attempts.Beginning;
import dev.effectivelyonce.core.engine.ConsumerSettings;
import dev.effectivelyonce.core.engine.EngineContext;
import dev.effectivelyonce.core.engine.KeyVisibility;
import dev.effectivelyonce.core.engine.OpenAttempt;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.protocol.Decision;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.WriteTimestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyItemAlreadyExistsException;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyItemNotFoundException;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyValidationException;
import software.amazon.lambda.powertools.idempotency.persistence.DataRecord;
import software.amazon.lambda.powertools.utilities.JsonConfig;

/** An {@code @Idempotent} method. Safe for use by many threads. */
final class IdempotentFunction {
  /** The time that ending a call needs at the end of an invocation. */
  private static final Duration RESERVE = Duration.ofMillis(500);

  /** The engine's limit: Powertools keeps whatever an item holds. */
  private static final int MAX_RESULT_BYTES = 350 * 1024;

  private final BridgeSettings settings;
  private final Duration retention;
  private final EventKey eventKey;
  private final RecordMaker maker;
  private final ResultCache cache;
  private final Attempts attempts;

  IdempotentFunction(BridgeSettings settings, IdempotencyConfig config, String functionName) {
    this.settings = settings;
    this.retention = Duration.ofSeconds(config.getExpirationInSeconds());
    this.eventKey = new EventKey(config);
    this.maker = new RecordMaker(config, functionName);
    this.cache = ResultCache.of(config);
    this.attempts =
        new Attempts(
            new EngineContext(
                new ConsumerSettings(
                    settings.consumer(),
                    settings.abandoned(),
                    retention,
                    MAX_RESULT_BYTES,
                    KeyVisibility.HASHED),
                settings.store(),
                settings.platform(),
                IdempotentFunction::text,
                settings.observer()));
  }

  /** Claims the payload's record, or throws what Powertools expects of a store that can't. */
  OpenCall begin(JsonNode payload, Instant now, OptionalInt remainingMillis) {
    eventKey.require(payload);
    DataRecord made = maker.make(payload, now, remainingMillis);
    RecordId id = id(made);
    if (cache.find(id, now()).isPresent()) {
      throw new IdempotencyItemAlreadyExistsException();
    }
    return switch (attempts.begin(id, request(made))) {
      case Beginning.Begun(OpenAttempt attempt) -> new OpenCall(payload, this, attempt);
      case Beginning.NotBegun(Outcome outcome) -> throw RefusalTranslator.notBegun(outcome, id);
    };
  }

  /** Records the result, or throws if it can't: the caller must not take the call for done. */
  void completed(OpenAttempt attempt, @Nullable Object result) {
    IdempotencyRecord mine = attempt.claimed();
    Outcome outcome = attempt.completed(result);
    if (!(outcome instanceof Outcome.Executed executed)) {
      throw RefusalTranslator.notRecorded(outcome, mine.id());
    }
    cache.keep(mine.completed(executed.result(), stamp(now())));
  }

  /** Releases the claim or holds the record. A fault in that must not hide the exception. */
  static void threw(OpenAttempt attempt, Throwable thrown) {
    switch (attempt.threw(thrown)) {
      case Outcome.Released ignored -> {}
      case Outcome.Held ignored -> {}
      case Outcome other ->
          thrown.addSuppressed(RefusalTranslator.notRecorded(other, attempt.claimed().id()));
    }
  }

  /** Returns the record that kept a call from beginning. */
  DataRecord find(JsonNode payload, Instant now) {
    DataRecord made = maker.make(payload, now, OptionalInt.empty());
    RecordId id = id(made);
    Optional<IdempotencyRecord> found = cache.find(id, now()).or(() -> settings.store().find(id));
    Instant at = now();
    return switch (Decision.decide(found, question(made, at), at, settings.abandoned())) {
      case Decision.Duplicate(IdempotencyRecord done) -> duplicate(done);
      case Decision.InFlight(IdempotencyRecord live) -> PowertoolsRecords.inFlight(live);
      case Decision.KeyReused ignored ->
          throw new IdempotencyValidationException(
              "The payload does not match the one that was recorded for " + id);
      case Decision.Held(IdempotencyRecord held) ->
          throw RefusalTranslator.held(id, PowertoolsRecords.why(held));
      case Decision.AlreadyFailed(IdempotencyRecord failed) ->
          throw RefusalTranslator.failed(id, PowertoolsRecords.why(failed));
      // The record no longer stands in the way: Powertools then begins anew.
      case Decision.ClaimAnew ignored -> throw gone(id);
      case Decision.TakeOver ignored -> throw gone(id);
      case Decision.Hold ignored -> throw gone(id);
      case Decision.Acquired ignored -> throw gone(id);
      case Decision.Outlived ignored -> throw gone(id);
    };
  }

  private DataRecord duplicate(IdempotencyRecord done) {
    cache.keep(done);
    return PowertoolsRecords.completed(done);
  }

  private Request request(DataRecord made) {
    Instant deadline =
        made.getInProgressExpiryTimestamp().isPresent()
            ? Instant.ofEpochMilli(made.getInProgressExpiryTimestamp().getAsLong())
            : now().plus(settings.leaseWithoutContext());
    return new Request(
            BusinessKey.of(made.getIdempotencyKey()),
            deadline.minus(RESERVE),
            deadline,
            deadline.plus(settings.leaseMargin()))
        .withFingerprint(fingerprint(made));
  }

  /** Returns a claim that is never written, for asking what record it would meet. */
  private Claim question(DataRecord made, Instant at) {
    return new Claim(id(made), settings.platform().owners().get(), at, stamp(at))
        .withFingerprint(fingerprint(made));
  }

  private static Optional<Fingerprint> fingerprint(DataRecord made) {
    return Optional.of(made.getPayloadHash()).filter(it -> !it.isEmpty()).map(Fingerprint::new);
  }

  private static RecordId id(DataRecord made) {
    return new RecordId(made.getIdempotencyKey());
  }

  private static IdempotencyItemNotFoundException gone(RecordId id) {
    return new IdempotencyItemNotFoundException(id.value());
  }

  /** Returns the text that Powertools writes for a result. */
  private static String text(Object result) throws Exception {
    return result instanceof String text
        ? text
        : JsonConfig.get().getObjectMapper().writer().writeValueAsString(result);
  }

  private WriteTimestamp stamp(Instant at) {
    return WriteTimestamp.of(at, retention);
  }

  private Instant now() {
    return settings.platform().clock().instant();
  }
}
