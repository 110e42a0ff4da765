package dev.effectivelyonce.cdk;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.IAlarm;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/** Makes every {@link StreamAlarm} of a consumer. */
record StreamAlarms(IQueue parking, Function function, ConsumerMetrics metrics, LagAlarm lag) {

  Map<StreamAlarm, Alarm> under(Construct consumer, AlarmNotice notice) {
    Map<StreamAlarm, Alarm> alarms = new EnumMap<>(StreamAlarm.class);
    for (StreamAlarm kind : StreamAlarm.values()) {
      if (!LagAlarm.KINDS.contains(kind) || kind == lag.kind()) {
        alarms.put(kind, notice.alarm(consumer, text(kind), watch(kind), lag.shown()));
      }
    }
    return Collections.unmodifiableMap(alarms);
  }

  /** Returns the alarms that a new version can cause and that end when it is gone. */
  static List<IAlarm> rollingBack(Map<StreamAlarm, Alarm> alarms) {
    return Stream.of(
            StreamAlarm.HELD,
            StreamAlarm.SUPERSEDED,
            StreamAlarm.UNRECORDED,
            StreamAlarm.STORE_FAILED,
            StreamAlarm.ERRORS)
        .<IAlarm>map(alarms::get)
        .toList();
  }

  private static AlarmText text(StreamAlarm kind) {
    return switch (kind) {
      case PARKED -> new AlarmText("ParkedAlarm", "parked", "records wait in the parking queue");
      case ITERATOR_AGE ->
          new AlarmText(
              "IteratorAgeAlarm",
              "stream-behind",
              "records are read %1$s late: a record holds its shard, or the function is slow");
      case OFFSET_LAG ->
          new AlarmText(
              "OffsetLagAlarm",
              "stream-behind",
              "%1$s records wait to be read: one holds its partition, or the function is slow");
      case STORE_FAILED ->
          new AlarmText(
              "StoreFailedAlarm",
              "store-failed",
              "the table of records is not usable, and records wait");
      case HELD -> ConsumerAlarm.HELD.text();
      case SUPERSEDED -> ConsumerAlarm.SUPERSEDED.text();
      case UNRECORDED -> ConsumerAlarm.UNRECORDED.text();
      case KEY_REUSED -> ConsumerAlarm.KEY_REUSED.text();
      case FOREIGN -> ConsumerAlarm.FOREIGN.text();
      case ERRORS -> ConsumerAlarm.ERRORS.text();
      case THROTTLES -> ConsumerAlarm.THROTTLES.text();
    };
  }

  private Watch watch(StreamAlarm kind) {
    return switch (kind) {
      case PARKED ->
          Watch.once(
              parking.metricApproximateNumberOfMessagesVisible(Watch.byMinute("Maximum")), 1);
      case ITERATOR_AGE ->
          Watch.once(function.metric("IteratorAge", Watch.byMinute("Maximum")), lag.threshold());
      case OFFSET_LAG ->
          Watch.once(function.metric("OffsetLag", Watch.byMinute("Maximum")), lag.threshold());
      case HELD -> Watch.once(metrics.count("held"), 1);
      case SUPERSEDED -> Watch.once(metrics.count("superseded"), 1);
      case UNRECORDED -> Watch.once(metrics.count("unrecorded"), 1);
      case KEY_REUSED -> Watch.once(metrics.count("keyReused"), 1);
      case FOREIGN -> Watch.once(metrics.count("dedup.foreign"), 1);
      case STORE_FAILED -> Watch.lasting(metrics.count("storeFailed"));
      case ERRORS -> Watch.lasting(function.metricErrors(Watch.byMinute("Sum")));
      case THROTTLES -> Watch.lasting(function.metricThrottles(Watch.byMinute("Sum")));
    };
  }
}
