package dev.effectivelyonce.functions.closing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.once.EffectivelyOnce;
import dev.effectivelyonce.core.once.OnceRequest;
import dev.effectivelyonce.dynamodb.DynamoDbClients;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.dynamodb.UnitOfWork;
import dev.effectivelyonce.functions.consumer.Row;
import dev.effectivelyonce.functions.settings.FunctionSettings;
import dev.effectivelyonce.metrics.MetricsObserver;
import dev.effectivelyonce.sqs.JacksonJson;
import dev.effectivelyonce.sqs.JsonCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;

/** The Lambda handler of a rule and a schedule: each day is closed once, whoever asks for it. */
public final class ClosingHandler implements RequestStreamHandler {
  private final String table;
  private final EffectivelyOnce once;
  private final JsonCodec json = new JacksonJson();

  /** Creates the handler from the function's environment. */
  public ClosingHandler() {
    FunctionSettings settings = FunctionSettings.ofFunction(System.getenv());
    this.table = settings.table("CLOSINGS_TABLE");
    this.once =
        EffectivelyOnce.of("closing")
            .settings(settings.records())
            .store(DynamoDbStore.of(DynamoDbClients.forLambda(), settings.records()))
            .onAbandonedClaim(settings.onAbandonedClaim())
            .observer(MetricsObserver.toStandardOutput(settings.functionName()))
            .build();
  }

  /** Closes the day of the event. Throws where it has to come again, or failed for good. */
  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    DayEnded event = json.read(new String(input.readAllBytes(), UTF_8), DayEnded.class);
    OnceRequest time = OnceRequest.within(Duration.ofMillis(context.getRemainingTimeInMillis()));
    once.runOrThrow(
        event.key(), time, String.class, attempt -> HandlerResult.commit(closing(event)));
  }

  /** Adds one to {@code timesClosed}, so that a second closing shows. */
  private UnitOfWork closing(DayEnded event) {
    return Row.of(table, "day", event.day().toString()).adding(Map.of("timesClosed", 1L));
  }
}
