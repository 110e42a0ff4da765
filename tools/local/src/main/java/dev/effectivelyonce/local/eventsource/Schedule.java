package dev.effectivelyonce.local.eventsource;

import dev.effectivelyonce.local.lambda.FunctionInvoker;
import dev.effectivelyonce.local.lambda.InvocationResult;
import dev.effectivelyonce.local.template.ScheduleResource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Invokes a function at a rate, the first time after one period. */
public final class Schedule {
  private static final Logger LOG = LoggerFactory.getLogger(Schedule.class);
  private static final String EVENT =
      "{\"source\":\"aws.events\",\"detail-type\":\"Scheduled Event\"}";

  private Schedule() {}

  /** Begins to count the time. */
  public static EventSource start(ScheduleResource rule, FunctionInvoker function) {
    Worker worker = new Worker();
    worker.repeat(
        () -> {
          Thread.sleep(rule.rate());
          InvocationResult result = function.invoke(EVENT);
          LOG.debug("{}: {}", rule.function().name(), result.describe());
        });
    return worker;
  }
}
