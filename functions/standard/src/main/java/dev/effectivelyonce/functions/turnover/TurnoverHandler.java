package dev.effectivelyonce.functions.turnover;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.dynamodb.DynamoDbClients;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.dynamodb.UnitOfWork;
import dev.effectivelyonce.functions.settings.FunctionSettings;
import dev.effectivelyonce.functions.simulation.SimulatingStreamHandler;
import dev.effectivelyonce.metrics.MetricsObserver;
import dev.effectivelyonce.sqs.SqsParking;
import dev.effectivelyonce.streams.StreamConsumer;
import dev.effectivelyonce.streams.TableChange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.Optional;

/** The Lambda handler of the Orders table's stream: each order counts once for its customer. */
public final class TurnoverHandler implements RequestStreamHandler {
  private final String table;
  private final StreamConsumer<TableChange<PlacedOrder>> consumer;

  /** Creates the handler from the function's environment. */
  public TurnoverHandler() {
    FunctionSettings settings = FunctionSettings.from(System.getenv());
    this.table = settings.table("TURNOVER_TABLE");
    this.consumer =
        StreamConsumer.of(PlacedOrder.IDENTITY)
            .settings(settings.lambda())
            .store(DynamoDbStore.of(DynamoDbClients.forLambda(), settings.lambda()))
            .onAbandonedClaim(settings.onAbandonedClaim())
            .parking(SqsParking.from(System.getenv()))
            .observer(MetricsObserver.toStandardOutput(settings.functionName()))
            .handler(
                SimulatingStreamHandler.<TableChange<PlacedOrder>>around(
                    (change, delivery) -> count(change),
                    change -> change.after().flatMap(it -> Optional.ofNullable(it.simulate())),
                    settings.faults()))
            .build();
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    consumer.handleRequest(input, output, context);
  }

  /** An order that is deleted stays counted. */
  private HandlerResult count(TableChange<PlacedOrder> change) {
    return change
        .after()
        .map(order -> HandlerResult.commit(counting(order)))
        .orElseGet(HandlerResult::completed);
  }

  private UnitOfWork counting(PlacedOrder order) {
    return UnitOfWork.empty()
        .update(
            update ->
                update
                    .tableName(table)
                    .key(Map.of("customerId", fromS(order.customerId())))
                    .updateExpression("ADD orders :one, totalCents :total")
                    .expressionAttributeValues(
                        Map.of(
                            ":one",
                            fromN("1"),
                            ":total",
                            fromN(Long.toString(order.totalCents())))));
  }
}
