package dev.effectivelyonce.benchmarks.subject;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.opentelemetry.OpenTelemetryObserver;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;

/**
 * This library with its defaults, and OpenTelemetry's SDK with its own: each message is traced, and
 * its spans are exported in batches, to nowhere.
 */
record Traced(EffectivelyOnce traced, OpenTelemetrySdk sdk) implements Subject {
  Traced(IdempotencyStore store, Effect effect) {
    this(store, effect, sdkToNowhere());
  }

  private Traced(IdempotencyStore store, Effect effect, OpenTelemetrySdk sdk) {
    this(
        new EffectivelyOnce(
            effect,
            EffectivelyOnce.builder(store)
                .observer(new OpenTelemetryObserver(sdk))
                .handler((order, delivery) -> HandlerResult.completed(effect.apply(order)))
                .build()),
        sdk);
  }

  private static OpenTelemetrySdk sdkToNowhere() {
    return OpenTelemetrySdk.builder()
        .setTracerProvider(
            SdkTracerProvider.builder()
                .addSpanProcessor(BatchSpanProcessor.builder(new Nowhere()).build())
                .build())
        .build();
  }

  @Override
  public int handle(SQSEvent batch) {
    return traced.handle(batch);
  }

  @Override
  public long effects() {
    return traced.effects();
  }

  @Override
  public void close() {
    sdk.close();
  }

  /** Takes all spans, and does nothing with them. */
  private static final class Nowhere implements SpanExporter {
    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode flush() {
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
      return CompletableResultCode.ofSuccess();
    }
  }
}
