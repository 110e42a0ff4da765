package dev.effectivelyonce.functions.snapstart;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.store.IdempotencyStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A handler that looks up one record before SnapStart takes its snapshot, so that a restored
 * process has loaded what its first batch needs. It only reads, and draws no owner: every process
 * that is restored from the snapshot would have the same one.
 */
public final class PrimedHandler implements RequestStreamHandler, Resource {
  private static final Logger LOG = LoggerFactory.getLogger(PrimedHandler.class);
  private static final String INITIALIZATION = "AWS_LAMBDA_INITIALIZATION_TYPE";
  private static final String SNAP_START = "snap-start";
  private static final String ANY_KEY = "priming";

  private final RequestStreamHandler handler;
  private final IdempotencyStore store;
  private final RecordId id;

  PrimedHandler(RequestStreamHandler handler, IdempotencyStore store, ConsumerName consumer) {
    this.handler = handler;
    this.store = store;
    this.id = RecordId.of(consumer, BusinessKey.of(ANY_KEY));
  }

  /** The handler itself, or one that is primed where the process will become a snapshot. */
  public static RequestStreamHandler of(
      RequestStreamHandler handler,
      IdempotencyStore store,
      ConsumerName consumer,
      Map<String, String> environment) {
    if (!SNAP_START.equals(environment.get(INITIALIZATION))) {
      return handler;
    }
    PrimedHandler primed = new PrimedHandler(handler, store, consumer);
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
      store.find(id);
    } catch (RuntimeException e) {
      // Thrown on, it would fail the deployment for the sake of an improvement.
      LOG.warn("Nothing was read before the snapshot; first invocations are slower", e);
    }
  }

  @Override
  public void afterRestore(Context<? extends Resource> context) {}
}
