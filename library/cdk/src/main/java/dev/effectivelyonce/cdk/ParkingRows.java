package dev.effectivelyonce.cdk;

import java.util.List;
import software.amazon.awscdk.services.cloudwatch.IWidget;

/** The part of a dashboard about one consumer of a stream or of Kafka. */
final class ParkingRows {
  private ParkingRows() {}

  static List<List<IWidget>> of(String title, ParkingConsumer consumer) {
    RecordRows records = new RecordRows(title, consumer.function(), consumer.metrics());
    LagAlarm lag = consumer.lag();
    return List.of(
        Widgets.title(title),
        Widgets.alarms(title, consumer.alarms()),
        List.of(
            Widgets.times(title + ": behind", lag.unit(), lag.metric().apply(consumer.function())),
            Widgets.letters(title + ": parked", consumer.parkingQueue()),
            givenUp(title, consumer),
            records.observed()),
        records.messages("records"),
        records.invocations(
            Widgets.counts(
                title + ": batches",
                consumer.function().metricInvocations(Watch.byMinute("Sum")))));
  }

  private static IWidget givenUp(String title, ParkingConsumer consumer) {
    return consumer
        .givenUp()
        .map(
            it ->
                Widgets.times(
                    title + ": dead letters at the broker",
                    it.unit(),
                    it.metric().apply(consumer.function())))
        .orElseGet(
            () ->
                Widgets.counts(
                    title + ": positions that could not be given up",
                    consumer
                        .function()
                        .metric("DestinationDeliveryFailures", Watch.byMinute("Sum"))));
  }
}
