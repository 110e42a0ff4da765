package dev.effectivelyonce.functions.outbox;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.outbox.OutboxPublisher;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** The Lambda handler of the stream of the outbox. */
public final class OutboxPublisherHandler implements RequestStreamHandler {
  private final RequestStreamHandler handler;

  /** With the function's environment. */
  public OutboxPublisherHandler() {
    this(OutboxFunction.from(System.getenv()));
  }

  OutboxPublisherHandler(OutboxFunction function) {
    this.handler =
        new OutboxPublisher(
            function.settings(), function.clients(), function.clock(), function.counts());
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    handler.handleRequest(input, output, context);
  }
}
