package dev.effectivelyonce.functions.turnover;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.dynamodb.UnitOfWork;
import dev.effectivelyonce.functions.consumer.ConsumerHandler;
import dev.effectivelyonce.functions.settings.FunctionSettings;
import dev.effectivelyonce.functions.simulation.SimulatingStreamHandler;
import dev.effectivelyonce.streams.StreamConsumer;
import dev.effectivelyonce.streams.TableChange;
import java.util.Map;
import java.util.Optional;

/** The Lambda handler of the Orders table's stream: each order counts once for its customer. */
public final class TurnoverHandler extends ConsumerHandler {
  /** Creates the handler from the function's environment. */
  public TurnoverHandler() {
    super(consumer(FunctionSettings.from(System.getenv())));
  }

  private static RequestStreamHandler consumer(FunctionSettings settings) {
    String table = settings.table("TURNOVER_TABLE");
    return parking(settings, StreamConsumer.of(PlacedOrder.IDENTITY))
        .handler(
            SimulatingStreamHandler.<TableChange<PlacedOrder>>around(
                (change, delivery) -> count(table, change),
                change -> change.after().flatMap(it -> Optional.ofNullable(it.simulate())),
                settings.faults()))
        .build();
  }

  /** An order that is deleted stays counted. */
  private static HandlerResult count(String table, TableChange<PlacedOrder> change) {
    return change
        .after()
        .map(order -> HandlerResult.commit(counting(table, order)))
        .orElseGet(HandlerResult::completed);
  }

  private static UnitOfWork counting(String table, PlacedOrder order) {
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
