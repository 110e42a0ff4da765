package dev.effectivelyonce.functions.clicks;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.batch.PartitionLanes;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.dynamodb.DynamoDbClients;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.dynamodb.UnitOfWork;
import dev.effectivelyonce.functions.settings.FunctionSettings;
import dev.effectivelyonce.functions.simulation.SimulatingStreamHandler;
import dev.effectivelyonce.metrics.MetricsObserver;
import dev.effectivelyonce.sqs.SqsParking;
import dev.effectivelyonce.streams.StreamConsumer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The Lambda handler of the stream of clicks, whose partition keys are visitors: each click is
 * appended once to the list of its visitor, in the order of clicking.
 */
public final class ClicksHandler implements RequestStreamHandler {
  private final String table;
  private final StreamConsumer<Click> consumer;

  /** Creates the handler from the function's environment. */
  public ClicksHandler() {
    FunctionSettings settings = FunctionSettings.from(System.getenv());
    this.table = settings.table("VISITORS_TABLE");
    this.consumer =
        StreamConsumer.of(Click.IDENTITY)
            .settings(settings.lambda())
            .store(DynamoDbStore.of(DynamoDbClients.forLambda(), settings.lambda()))
            .onAbandonedClaim(settings.onAbandonedClaim())
            .parking(SqsParking.from(System.getenv()))
            .lanes(PartitionLanes.PARTITION_KEY)
            .observer(MetricsObserver.toStandardOutput(settings.functionName()))
            .handler(
                SimulatingStreamHandler.around(
                    (click, delivery) -> HandlerResult.commit(appending(click)),
                    click -> Optional.ofNullable(click.simulate()),
                    settings.faults()))
            .build();
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    consumer.handleRequest(input, output, context);
  }

  /** A second append of a click would show, and so would one out of order. */
  private UnitOfWork appending(Click click) {
    return UnitOfWork.empty()
        .update(
            update ->
                update
                    .tableName(table)
                    .key(Map.of("visitorId", fromS(click.visitorId())))
                    .updateExpression(
                        "SET clicks = list_append(if_not_exists(clicks, :none), :click)")
                    .expressionAttributeValues(
                        Map.of(
                            ":none",
                            fromL(List.of()),
                            ":click",
                            fromL(List.of(fromS(click.clickId()))))));
  }
}
