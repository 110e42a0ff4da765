package dev.effectivelyonce.cdk;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/** Makes every {@link StreamAlarm} of a consumer. */
record StreamAlarms(
    IQueue parking, Function function, ConsumerMetrics metrics, List<LagAlarm> ofSource) {
  private static final AlarmText PARKED =
      new AlarmText("ParkedAlarm", "parked", "records wait in the parking queue");
  private static final AlarmText STORE_FAILED =
      new AlarmText(
          "StoreFailedAlarm",
          "store-failed",
          "the table of records is not usable, and records wait");

  Map<StreamAlarm, Alarm> under(Construct consumer, AlarmNotice notice) {
    RecordAlarms shared = new RecordAlarms(function, metrics);
    Map<StreamAlarm, OwnAlarm> own = new EnumMap<>(StreamAlarm.class);
    own.put(StreamAlarm.PARKED, OwnAlarm.ofLetters(PARKED, parking));
    own.put(
        StreamAlarm.STORE_FAILED,
        new OwnAlarm(STORE_FAILED, shared.watch(ConsumerAlarm.STORE_FAILED)));
    ofSource.forEach(it -> own.put(it.kind(), OwnAlarm.ofLag(it, function)));
    return shared.under(consumer, notice, StreamAlarm.class, own);
  }
}
