package dev.effectivelyonce.functions.turnover;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.functions.consumer.ConsumerHandler;
import dev.effectivelyonce.functions.consumer.Row;
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
        .map(
            order ->
                HandlerResult.commit(
                    Row.of(table, "customerId", order.customerId())
                        .adding(Map.of("orders", 1L, "totalCents", order.totalCents()))))
        .orElseGet(HandlerResult::completed);
  }
}
