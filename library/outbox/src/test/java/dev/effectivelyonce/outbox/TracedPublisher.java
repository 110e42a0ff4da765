package dev.effectivelyonce.outbox;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.opentelemetry.OpenTelemetryObserver;
import io.opentelemetry.api.GlobalOpenTelemetry;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** The sample of docs/traces.md: the handler of a publisher with traces. */
public final class TracedPublisher implements RequestStreamHandler {
  private final OutboxPublisher publisher =
      new OutboxPublisher()
          .tracedBy(new OpenTelemetryObserver(GlobalOpenTelemetry.get(), System.getenv()));

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    publisher.handleRequest(input, output, context);
  }
}
