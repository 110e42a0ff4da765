package dev.effectivelyonce.cdk;

import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.sqs.IQueue;

/** An alarm that one kind of construct has in its own way. */
record OwnAlarm(AlarmText text, Watch watch) {
  /** Rings while something waits in a queue that nothing empties by itself. */
  static OwnAlarm ofLetters(AlarmText text, IQueue queue) {
    return new OwnAlarm(text, Watch.once(new QueueMetrics(queue).waiting(), 1));
  }

  /** Rings when the source is as its alarm says. */
  static OwnAlarm ofLag(LagAlarm lag, Function function) {
    return new OwnAlarm(lag.text(), Watch.once(lag.metric().apply(function), lag.threshold()));
  }
}
