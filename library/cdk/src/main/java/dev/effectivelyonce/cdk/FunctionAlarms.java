package dev.effectivelyonce.cdk;

import java.util.Map;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/** Makes every {@link FunctionAlarm} of a function. */
record FunctionAlarms(IQueue givenUp, Function function, ConsumerMetrics metrics) {
  private static final AlarmText GIVEN_UP =
      new AlarmText("GivenUpAlarm", "given-up", "events wait that Lambda has given up");

  Map<FunctionAlarm, Alarm> under(Construct owner, AlarmNotice notice) {
    RecordAlarms shared = new RecordAlarms(function, metrics);
    return shared.under(
        owner,
        notice,
        FunctionAlarm.class,
        Map.of(
            FunctionAlarm.GIVEN_UP,
            OwnAlarm.ofLetters(GIVEN_UP, givenUp),
            FunctionAlarm.STORE_FAILED,
            new OwnAlarm(ApiAlarm.STORE_FAILED.text(), shared.watch(ConsumerAlarm.STORE_FAILED))));
  }
}
