package dev.effectivelyonce.functions.outbox;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.outbox.OutboxSweeper;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** The Lambda handler of the schedule of the outbox. */
public final class OutboxSweeperHandler implements RequestStreamHandler {
  private final RequestStreamHandler handler;

  /** With the function's environment. */
  public OutboxSweeperHandler() {
    this(OutboxFunction.from(System.getenv()));
  }

  OutboxSweeperHandler(OutboxFunction function) {
    this.handler =
        new OutboxSweeper(
            function.settings(), function.clients(), function.clock(), function.countsAndAge());
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    handler.handleRequest(input, output, context);
  }
}
