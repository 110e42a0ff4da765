package dev.effectivelyonce.benchmarks.coldstart;

import dev.effectivelyonce.local.lambda.EnvironmentPool;
import dev.effectivelyonce.local.lambda.InvocationResult;
import dev.effectivelyonce.local.lambda.InvocationResult.Succeeded;
import dev.effectivelyonce.local.lambda.Platform;
import dev.effectivelyonce.local.lambda.TimeoutPolicy;
import dev.effectivelyonce.local.template.FunctionResource;
import java.time.Duration;

/** Starts one function again and again, within one control group. */
final class Starter implements AutoCloseable {
  private final Variant variant;
  private final CpuGroup group;
  private final EnvironmentPool pool;

  /**
   * @param group what every process of the function runs in
   */
  Starter(Variant variant, MemorySize size, Platform platform, CpuGroup group) {
    FunctionResource function = variant.at(size);
    this.variant = variant;
    this.group = group;
    this.pool =
        new EnvironmentPool(
            platform.withLauncher(group.launcher()),
            function,
            function.arn(),
            1,
            ignored -> TimeoutPolicy.KILL);
  }

  Variant variant() {
    return variant;
  }

  /**
   * Starts a process, lets it handle the event, and ends it.
   *
   * @throws MeasurementException if it did not handle the whole batch
   */
  Start start(String batch) {
    Duration cpuBefore = group.used();
    long begin = System.nanoTime();
    pool.warmUp();
    long initialized = System.nanoTime();
    Duration initializationCpu = group.used().minus(cpuBefore);
    InvocationResult result = pool.invoke(batch);
    long answered = System.nanoTime();
    Duration cpu = group.used().minus(cpuBefore);
    pool.endProcesses();
    requireAll(result);
    return new Start(
        Duration.ofNanos(initialized - begin),
        Duration.ofNanos(answered - begin),
        initializationCpu,
        cpu);
  }

  private void requireAll(InvocationResult result) {
    if (!(result instanceof Succeeded(String payload)) || payload.contains("itemIdentifier")) {
      throw new MeasurementException(
          "A batch was not handled: " + result + "; the function's log is " + pool.log());
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
