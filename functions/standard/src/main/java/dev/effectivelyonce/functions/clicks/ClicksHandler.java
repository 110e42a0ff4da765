package dev.effectivelyonce.functions.clicks;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.batch.PartitionLanes;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.dynamodb.UnitOfWork;
import dev.effectivelyonce.functions.consumer.ConsumerHandler;
import dev.effectivelyonce.functions.settings.FunctionSettings;
import dev.effectivelyonce.functions.simulation.SimulatingStreamHandler;
import dev.effectivelyonce.streams.StreamConsumer;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The Lambda handler of the stream of clicks, whose partition keys are visitors: each click is
 * appended once to the list of its visitor, in the order of clicking.
 */
public final class ClicksHandler extends ConsumerHandler {
  /** Creates the handler from the function's environment. */
  public ClicksHandler() {
    super(consumer(FunctionSettings.from(System.getenv())));
  }

  private static RequestStreamHandler consumer(FunctionSettings settings) {
    String table = settings.table("VISITORS_TABLE");
    return parking(settings, StreamConsumer.of(Click.IDENTITY))
        .lanes(PartitionLanes.PARTITION_KEY)
        .handler(
            SimulatingStreamHandler.around(
                (click, delivery) -> HandlerResult.commit(appending(table, click)),
                click -> Optional.ofNullable(click.simulate()),
                settings.faults()))
        .build();
  }

  /** A second append of a click would show, and so would one out of order. */
  private static UnitOfWork appending(String table, Click click) {
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
