package dev.effectivelyonce.powertools;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.store.IdempotencyStore;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;
import software.amazon.lambda.powertools.idempotency.persistence.BasePersistenceStore;
import software.amazon.lambda.powertools.idempotency.persistence.DataRecord;

/**
 * A persistence store that runs Powertools' {@code @Idempotent} with the claim protocol: a call
 * claims its record, and its outcome is recorded only while it holds the claim. Keys and payload
 * hashes are those of Powertools, so a table can be shared with Powertools' store and taken over
 * from it.
 *
 * <pre>{@code
 * Idempotency.config()
 *     .withPersistenceStore(FencedPersistenceStore.of("orders", store).build())
 *     .withConfig(config)
 *     .configure();
 * }</pre>
 *
 * <p>Powertools does not pass the attempt that it ends. But it begins and ends a call on the
 * calling thread, so this store identifies the attempt by thread and payload. Calls may be nested,
 * and may run on any number of threads at once.
 *
 * <p>Records are kept for the expiration of {@link IdempotencyConfig}, which must be at least an
 * hour. A payload without a key is always refused.
 */
public final class FencedPersistenceStore extends BasePersistenceStore {
  private static final Logger LOG = LoggerFactory.getLogger(FencedPersistenceStore.class);

  private final BridgeSettings settings;
  private final Map<String, IdempotentFunction> functions = new ConcurrentHashMap<>();

  // Not static: that would mix the calls of two stores.
  @SuppressWarnings("ThreadLocalUsage")
  private final ThreadLocal<ThreadCalls> calls = ThreadLocal.withInitial(ThreadCalls::new);

  FencedPersistenceStore(BridgeSettings settings) {
    this.settings = settings;
  }

  /**
   * Returns a builder for a store.
   *
   * @param consumer the name of the function in logs and metrics
   * @param records the store of the records
   * @throws ConfigurationException if the name is not valid for a consumer
   */
  public static FencedStoreBuilder of(String consumer, IdempotencyStore records) {
    return new FencedStoreBuilder(new ConsumerName(consumer), records);
  }

  /**
   * Remembers the function that is called. Powertools calls this method first for each call of an
   * idempotent method.
   *
   * @param config the configuration; only that of a method's first call is used
   * @throws ConfigurationException if the expiration is shorter than an hour
   */
  @Override
  public void configure(IdempotencyConfig config, String functionName) {
    calls
        .get()
        .enter(
            functions.computeIfAbsent(
                functionName, name -> new IdempotentFunction(settings, config, name)));
  }

  @Override
  public void saveInProgress(JsonNode data, Instant now, OptionalInt remainingTimeInMs) {
    ThreadCalls mine = calls.get();
    try {
      mine.begun(mine.entered().begin(data, now, remainingTimeInMs));
    } finally {
      flushAfter(mine);
    }
  }

  /**
   * Records a call's result.
   *
   * @throws AttemptRefusedException if the call has lost its claim, so that its message must not be
   *     acknowledged
   */
  @Override
  public void saveSuccess(JsonNode data, @Nullable Object result, Instant now) {
    ThreadCalls mine = calls.get();
    try {
      OpenCall call = mine.take(data).orElseThrow(FencedPersistenceStore::notBegunHere);
      call.function().completed(call.attempt(), result);
    } finally {
      leave(mine);
    }
  }

  /** Releases the claim of a call that threw; under {@code HOLD} the record is held. */
  @Override
  public void deleteRecord(JsonNode data, Throwable throwable) {
    ThreadCalls mine = calls.get();
    Optional<OpenCall> call = mine.take(data);
    call.ifPresentOrElse(
        it -> IdempotentFunction.threw(it.attempt(), throwable),
        () -> throwable.addSuppressed(notBegunHere()));
    leave(mine);
  }

  @Override
  public DataRecord getRecord(JsonNode data, Instant now) {
    return calls.get().entered().find(data, now);
  }

  /** Always throws, because a key alone does not determine function and payload. */
  @Override
  public DataRecord getRecord(String idempotencyKey) {
    throw byKeyAlone();
  }

  /** Always throws, because Powertools must call {@link #saveInProgress}. */
  @Override
  public void putRecord(DataRecord record, Instant now) {
    throw byKeyAlone();
  }

  /** Always throws, because Powertools must call {@link #saveSuccess}. */
  @Override
  public void updateRecord(DataRecord record) {
    throw byKeyAlone();
  }

  /** Always throws, because Powertools must call {@link #deleteRecord(JsonNode, Throwable)}. */
  @Override
  public void deleteRecord(String idempotencyKey) {
    throw byKeyAlone();
  }

  private void leave(ThreadCalls mine) {
    flushAfter(mine);
    if (mine.isIdle()) {
      calls.remove();
    }
  }

  private void flushAfter(ThreadCalls mine) {
    if (!mine.isIdle()) {
      return;
    }
    try {
      settings.observer().flush();
    } catch (Throwable thrown) {
      // Errors are caught too: the result of the call must not be lost because of a metric.
      LOG.warn("The observer failed at the end of a call", thrown);
    }
  }

  private static IllegalStateException notBegunHere() {
    return new IllegalStateException(
        "A call ends on a thread that has not begun it, so its attempt is not known."
            + " Use the store with @Idempotent, which begins and ends a call on one thread.");
  }

  private static UnsupportedOperationException byKeyAlone() {
    return new UnsupportedOperationException(
        "A record can't be written or read by its key only, which doesn't say which attempt asks."
            + " Use the store with @Idempotent.");
  }
}
