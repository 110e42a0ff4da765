package dev.effectivelyonce.opentelemetry;

import dev.effectivelyonce.core.key.RecordId;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import io.opentelemetry.context.ImplicitContextKeyed;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The spans of the deliveries that a batch executed. A copy in the same batch follows the first
 * without a look at the record, so its link comes from here. Safe for use by many threads.
 */
final class ExecutedInBatch implements ImplicitContextKeyed {
  private static final ContextKey<ExecutedInBatch> KEY =
      ContextKey.named("effectivelyonce.executed-in-batch");

  private final Map<RecordId, SpanContext> spans = new ConcurrentHashMap<>();

  static Optional<ExecutedInBatch> of(Context context) {
    return Optional.ofNullable(context.get(KEY));
  }

  @Override
  public Context storeInContext(Context context) {
    return context.with(KEY, this);
  }

  void executed(RecordId record, SpanContext span) {
    spans.put(record, span);
  }

  Optional<SpanContext> executedBefore(RecordId record) {
    return Optional.ofNullable(spans.get(record));
  }
}
