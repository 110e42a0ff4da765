package dev.effectivelyonce.cdk;

import software.amazon.awscdk.Token;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.amazon.awscdk.services.cloudwatch.MetricOptions;
import software.amazon.awscdk.services.sqs.IQueue;

/** What SQS measures of a queue, by the minute, in the account that has the queue. */
record QueueMetrics(IQueue queue) {
  /** Returns how many messages wait to be received. */
  Metric waiting() {
    return own(queue.metricApproximateNumberOfMessagesVisible(Watch.byMinute("Maximum")));
  }

  /** Returns how many messages were received and are not done. */
  Metric inFlight() {
    return own(queue.metricApproximateNumberOfMessagesNotVisible(Watch.byMinute("Maximum")));
  }

  /** Returns the age of the oldest message, in seconds. */
  Metric oldest() {
    return own(queue.metricApproximateAgeOfOldestMessage(Watch.byMinute("Maximum")));
  }

  /** The CDK names the account of the stack, in which a queue of another has no metrics. */
  private Metric own(Metric metric) {
    String account = queue.getEnv().getAccount();
    return Token.isUnresolved(account)
        ? metric
        : metric.with(MetricOptions.builder().account(account).build());
  }
}
