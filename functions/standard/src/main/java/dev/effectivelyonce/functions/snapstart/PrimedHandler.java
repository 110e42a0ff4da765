package dev.effectivelyonce.functions.snapstart;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.sqs.StoreWrites;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A handler that reads and writes before SnapStart takes its snapshot, so that a restored process
 * has loaded what its first batch needs. Each of these writes ends an attempt that never began, so
 * the store refuses it: nothing is changed. No owner is drawn, since every process that is restored
 * from the snapshot would have the same one.
 */
public final class PrimedHandler implements RequestStreamHandler, Resource {
  private static final Logger LOG = LoggerFactory.getLogger(PrimedHandler.class);
  private static final String INITIALIZATION = "AWS_LAMBDA_INITIALIZATION_TYPE";
  private static final String SNAP_START = "snap-start";
  private static final AttemptId NOBODY = new AttemptId("priming");
  private static final List<String> ANY_KEYS = List.of("priming", "priming, too");

  private final RequestStreamHandler handler;
  private final IdempotencyStore store;
  private final StoreWrites writes;
  private final List<RecordId> ids;

  PrimedHandler(
      RequestStreamHandler handler,
      IdempotencyStore store,
      StoreWrites writes,
      ConsumerName consumer) {
    this.handler = handler;
    this.store = store;
    this.writes = writes;
    this.ids = ANY_KEYS.stream().map(key -> RecordId.of(consumer, BusinessKey.of(key))).toList();
  }

  /**
   * The handler itself, or one that is primed where the process will become a snapshot.
   *
   * @param writes how the handler writes
   */
  public static RequestStreamHandler of(
      RequestStreamHandler handler,
      IdempotencyStore store,
      StoreWrites writes,
      ConsumerName consumer,
      Map<String, String> environment) {
    if (!SNAP_START.equals(environment.get(INITIALIZATION))) {
      return handler;
    }
    PrimedHandler primed = new PrimedHandler(handler, store, writes, consumer);
    Core.getGlobalContext().register(primed);
    return primed;
  }

  @Override
  public void handleRequest(
      InputStream input, OutputStream output, com.amazonaws.services.lambda.runtime.Context context)
      throws IOException {
    handler.handleRequest(input, output, context);
  }

  @Override
  public void beforeCheckpoint(Context<? extends Resource> context) {
    try {
      store.find(ids.getFirst());
      List<Write.Groupable> ends = ids.stream().map(PrimedHandler::refused).toList();
      store.write(ends.getFirst());
      if (writes == StoreWrites.GROUPED) {
        store.groups().ifPresent(groups -> groups.write(ends, (index, answer) -> {}));
      }
    } catch (RuntimeException e) {
      // Thrown on, it would fail the deployment for the sake of an improvement.
      LOG.warn("The store was not primed before the snapshot; first invocations are slower", e);
    }
  }

  /** Ends an attempt that never began. */
  private static Write.Groupable refused(RecordId id) {
    WriteTimestamp stamp = WriteTimestamp.of(Instant.EPOCH, Duration.ofDays(1));
    Claim never = new Claim(id, NOBODY, Instant.EPOCH, stamp);
    return new Write.Complete(IdempotencyRecord.claimed(never), StoredResult.none(), stamp);
  }

  @Override
  public void afterRestore(Context<? extends Resource> context) {}
}
