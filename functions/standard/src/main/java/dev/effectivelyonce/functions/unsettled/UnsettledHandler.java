package dev.effectivelyonce.functions.unsettled;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.dynamodb.DynamoDbClients;
import dev.effectivelyonce.dynamodb.DynamoDbListing;
import dev.effectivelyonce.metrics.StoppedSourceMetrics;
import dev.effectivelyonce.metrics.UnsettledMetrics;
import dev.effectivelyonce.replay.LambdaEventSources;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The scheduled Lambda handler that measures; its answer is in seconds by consumer. */
public final class UnsettledHandler implements RequestHandler<Object, Map<String, Long>> {
  private final UnsettledMetrics metrics;
  private final StoppedSourceMetrics sources;

  /** Creates the handler from the function's environment. */
  public UnsettledHandler() {
    Map<String, String> environment = System.getenv();
    String table = EnvironmentVariables.required(environment, EnvironmentVariables.TABLE);
    this.metrics =
        UnsettledMetrics.of(environment, new DynamoDbListing(DynamoDbClients.forLambda(), table));
    this.sources = StoppedSourceMetrics.of(environment, LambdaEventSources.forLambda()::whyStopped);
  }

  @Override
  public Map<String, Long> handleRequest(@Nullable Object event, Context context) {
    sources.write();
    Map<String, Long> seconds = new TreeMap<>();
    metrics.write().forEach((consumer, age) -> seconds.put(consumer, age.toSeconds()));
    return seconds;
  }
}
