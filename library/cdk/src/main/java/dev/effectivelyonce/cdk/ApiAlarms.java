package dev.effectivelyonce.cdk;

import java.util.EnumMap;
import java.util.Map;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.lambda.Function;
import software.constructs.Construct;

/** Makes every {@link ApiAlarm} of an API; without a URL, server errors are counted elsewhere. */
record ApiAlarms(Function function, ConsumerMetrics metrics, ApiUrl url) {

  Map<ApiAlarm, Alarm> under(Construct api, AlarmNotice notice) {
    RecordAlarms shared = new RecordAlarms(function, metrics);
    Map<ApiAlarm, OwnAlarm> own = new EnumMap<>(ApiAlarm.class);
    own.put(ApiAlarm.HELD, ofApi(ApiAlarm.HELD, shared.watch(ConsumerAlarm.HELD)));
    own.put(
        ApiAlarm.STORE_FAILED,
        ofApi(ApiAlarm.STORE_FAILED, shared.watch(ConsumerAlarm.STORE_FAILED)));
    own.put(ApiAlarm.FOREIGN, ofApi(ApiAlarm.FOREIGN, shared.watch(ConsumerAlarm.FOREIGN)));
    if (url != ApiUrl.NONE) {
      own.put(
          ApiAlarm.SERVER_ERRORS,
          ofApi(
              ApiAlarm.SERVER_ERRORS,
              Watch.lasting(function.metric("Url5xxCount", Watch.byMinute("Sum")))));
    }
    return shared.under(api, notice, ApiAlarm.class, own);
  }

  private static OwnAlarm ofApi(ApiAlarm kind, Watch watch) {
    return new OwnAlarm(kind.text(), watch);
  }
}
