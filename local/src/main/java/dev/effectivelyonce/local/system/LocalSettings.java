package dev.effectivelyonce.local.system;

import dev.effectivelyonce.local.lambda.TimeoutPolicy;
import java.nio.file.Path;
import java.time.Clock;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * How the runner runs a stack.
 *
 * @param templateFolder a CDK output folder
 * @param stackName the stack in it
 * @param region the region to pretend
 * @param processesPerFunction the most processes of one function at a time; an event source's own
 *     MaximumConcurrency may be lower
 * @param timeoutPolicy what becomes of a process whose invocation ran out of time
 * @param workFolder where code is unpacked and logs are written
 * @param clock tells the deadlines of invocations
 * @param ids makes request ids
 */
public record LocalSettings(
    Path templateFolder,
    String stackName,
    String region,
    int processesPerFunction,
    TimeoutPolicy timeoutPolicy,
    Path workFolder,
    Clock clock,
    Supplier<UUID> ids) {
  /** The stack that the project synthesizes for local use. */
  public static final String TRIAL_STACK = "EffectivelyOnce-trial";

  private static final int DEFAULT_PROCESSES_PER_FUNCTION = 2;

  /** Checks the number of processes. */
  public LocalSettings {
    if (processesPerFunction < 1) {
      throw new IllegalArgumentException(
          "processesPerFunction is " + processesPerFunction + ", must be 1 or more");
    }
  }

  /** The trial stack in us-east-1 with two processes per function, killed at a timeout. */
  public static LocalSettings of(
      Path templateFolder, Path workFolder, Clock clock, Supplier<UUID> ids) {
    return new LocalSettings(
        templateFolder,
        TRIAL_STACK,
        "us-east-1",
        DEFAULT_PROCESSES_PER_FUNCTION,
        TimeoutPolicy.KILL,
        workFolder,
        clock,
        ids);
  }

  /** The same with another stack of the folder. */
  public LocalSettings withStackName(String other) {
    return new LocalSettings(
        templateFolder, other, region, processesPerFunction, timeoutPolicy, workFolder, clock, ids);
  }

  /** The same with another number of processes per function. */
  public LocalSettings withProcessesPerFunction(int processes) {
    return new LocalSettings(
        templateFolder, stackName, region, processes, timeoutPolicy, workFolder, clock, ids);
  }

  /** The same with another policy for timeouts. */
  public LocalSettings withTimeoutPolicy(TimeoutPolicy policy) {
    return new LocalSettings(
        templateFolder, stackName, region, processesPerFunction, policy, workFolder, clock, ids);
  }
}
