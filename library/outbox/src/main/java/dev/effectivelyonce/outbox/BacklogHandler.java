package dev.effectivelyonce.outbox;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.SendTracer;
import dev.effectivelyonce.core.outbox.OutboxBacklog;
import dev.effectivelyonce.core.store.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;
import java.util.Map;

/**
 * A scheduled Lambda handler that publishes a backlog, such as the outbox in PostgreSQL. An
 * invocation sends messages until none is left that can be sent now, or until its time ends.
 * Several invocations may run at once, because each takes lanes that the others do not have.
 */
public final class BacklogHandler implements RequestStreamHandler {
  private final BacklogPublisher publisher;
  private final Clock clock;

  /** Creates a handler. It does not call any service before the first event. */
  public BacklogHandler(BacklogPublisher publisher, Clock clock) {
    this.publisher = publisher;
    this.clock = clock;
  }

  /**
   * Creates a handler with destinations, clients and metrics from the function's environment. The
   * construct {@code RelationalOutbox} sets the variables.
   *
   * @throws ConfigurationException if a variable is missing or malformed
   */
  public static BacklogHandler forLambda(OutboxBacklog backlog) {
    return of(backlog, System.getenv(), DestinationClients.forLambda(), Platform.system().clock());
  }

  /**
   * Returns a handler like this one, with a span for each request to a queue or event bus. This one
   * stays as it is. What the tracer throws is logged, and has no other effect. Default: no spans.
   */
  public BacklogHandler tracedBy(SendTracer tracer) {
    return new BacklogHandler(publisher.tracedBy(tracer), clock);
  }

  static BacklogHandler of(
      OutboxBacklog backlog,
      Map<String, String> environment,
      DestinationClients clients,
      Clock clock) {
    return new BacklogHandler(
        new BacklogPublisher(
            backlog,
            OutboxSettings.destinations(environment),
            clients,
            clock,
            OutboxMetrics.ofSweeper(OutboxMetrics.line(environment), clock)),
        clock);
  }

  /**
   * Sends the waiting messages, whatever the event is, and answers with the counts as JSON.
   *
   * @throws StoreException if the database can't be reached or used; the messages that were sent
   *     last may be sent again
   */
  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    publisher.publish(InvocationEnd.of(context, clock)).writeTo(output);
  }
}
