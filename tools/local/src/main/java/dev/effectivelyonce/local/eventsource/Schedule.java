package dev.effectivelyonce.local.eventsource;

import dev.effectivelyonce.local.lambda.FunctionInvoker;
import dev.effectivelyonce.local.lambda.InvocationResult;
import dev.effectivelyonce.local.template.ScheduleResource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Invokes a function at a rate, the first time after one period. */
public final class Schedule implements EventSource {
  private static final Logger LOG = LoggerFactory.getLogger(Schedule.class);
  private static final String EVENT =
      "{\"source\":\"aws.events\",\"detail-type\":\"Scheduled Event\"}";

  private final Worker worker = new Worker();

  private Schedule() {}

  /** Begins to count the time. */
  public static Schedule start(ScheduleResource rule, FunctionInvoker function) {
    Schedule started = new Schedule();
    started.worker.repeat(
        () -> {
          Thread.sleep(rule.rate());
          InvocationResult result = function.invoke(EVENT);
          LOG.debug("{}: {}", rule.function().name(), result.describe());
        });
    return started;
  }

  @Override
  public void close() {
    worker.close();
  }
}
