package dev.effectivelyonce.functions.clicks;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.batch.PartitionLanes;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.functions.consumer.ConsumerHandler;
import dev.effectivelyonce.functions.consumer.Row;
import dev.effectivelyonce.functions.settings.FunctionSettings;
import dev.effectivelyonce.functions.simulation.SimulatingStreamHandler;
import dev.effectivelyonce.streams.StreamConsumer;
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
                (click, delivery) ->
                    HandlerResult.commit(
                        Row.of(table, "visitorId", click.visitorId())
                            .appending("clicks", click.clickId())),
                click -> Optional.ofNullable(click.simulate()),
                settings.faults()))
        .build();
  }
}
