package dev.effectivelyonce.local.system;

import dev.effectivelyonce.local.engines.BrokerAddress;
import dev.effectivelyonce.local.engines.Endpoints;
import dev.effectivelyonce.local.lambda.TimeoutPolicy;
import dev.effectivelyonce.local.template.StackTemplate;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * How the runner runs a stack.
 *
 * @param templateFolder a CDK output folder
 * @param stackName the stack in it
 * @param region the region to pretend
 * @param processesPerFunction the most processes of one function at a time; an event source's own
 *     MaximumConcurrency may be lower
 * @param adjustment what to run otherwise than the template says
 * @param timeoutPolicy what becomes of a process whose invocation ran out of time, by the
 *     invocation's event
 * @param wire what stands before the engines: where functions and event sources look for them
 * @param broker a broker of RabbitMQ that has the queues which functions read; without one the
 *     runner starts one
 * @param workFolder where code is unpacked and logs are written
 * @param clock tells the deadlines of invocations
 * @param ids makes request ids
 */
public record LocalSettings(
    Path templateFolder,
    String stackName,
    String region,
    int processesPerFunction,
    UnaryOperator<StackTemplate> adjustment,
    Function<String, TimeoutPolicy> timeoutPolicy,
    UnaryOperator<Endpoints> wire,
    Optional<BrokerAddress> broker,
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
        UnaryOperator.identity(),
        ignored -> TimeoutPolicy.KILL,
        UnaryOperator.identity(),
        Optional.empty(),
        workFolder,
        clock,
        ids);
  }

  /** The same with another stack of the folder. */
  public LocalSettings withStackName(String other) {
    return with(other, processesPerFunction, adjustment, timeoutPolicy, wire, broker);
  }

  /** The same with another number of processes per function. */
  public LocalSettings withProcessesPerFunction(int processes) {
    return with(stackName, processes, adjustment, timeoutPolicy, wire, broker);
  }

  /** The same with something run otherwise than the template says. */
  public LocalSettings withAdjustment(UnaryOperator<StackTemplate> other) {
    return with(stackName, processesPerFunction, other, timeoutPolicy, wire, broker);
  }

  /** The same with a policy for timeouts that looks at the invocation's event. */
  public LocalSettings withTimeoutPolicy(Function<String, TimeoutPolicy> policy) {
    return with(stackName, processesPerFunction, adjustment, policy, wire, broker);
  }

  /** The same with something between the engines and all that the stack does. */
  public LocalSettings withWire(UnaryOperator<Endpoints> between) {
    return with(stackName, processesPerFunction, adjustment, timeoutPolicy, between, broker);
  }

  /** The same with a broker of RabbitMQ that is there. */
  public LocalSettings withBroker(BrokerAddress address) {
    return with(
        stackName, processesPerFunction, adjustment, timeoutPolicy, wire, Optional.of(address));
  }

  private LocalSettings with(
      String stack,
      int processes,
      UnaryOperator<StackTemplate> adjusted,
      Function<String, TimeoutPolicy> policy,
      UnaryOperator<Endpoints> between,
      Optional<BrokerAddress> address) {
    return new LocalSettings(
        templateFolder,
        stack,
        region,
        processes,
        adjusted,
        policy,
        between,
        address,
        workFolder,
        clock,
        ids);
  }
}
