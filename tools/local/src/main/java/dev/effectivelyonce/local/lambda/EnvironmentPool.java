package dev.effectivelyonce.local.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.lambda.InvocationResult.Crashed;
import dev.effectivelyonce.local.lambda.InvocationResult.TimedOut;
import dev.effectivelyonce.local.template.FunctionResource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The environments of one function: an invocation takes an idle one or starts one, up to a limit.
 */
public final class EnvironmentPool implements FunctionInvoker, AutoCloseable {
  private static final int SHOWN_LINES = 30;

  private final Platform platform;
  private final FunctionResource function;
  private final String invokedArn;
  private final Function<String, TimeoutPolicy> timeoutPolicy;
  private final Path log;
  private final FunctionProcess starter;
  private final Semaphore places;
  private final int limit;
  private final ConcurrentLinkedDeque<ExecutionEnvironment> idle = new ConcurrentLinkedDeque<>();
  private final Set<ExecutionEnvironment> alive = ConcurrentHashMap.newKeySet();
  private final AtomicInteger started = new AtomicInteger();
  private final List<FrozenInvocation> frozen = new CopyOnWriteArrayList<>();

  /**
   * Unpacks the function's zip and starts no process yet.
   *
   * @param invokedArn the ARN that the function sees as the one it was called by
   * @param limit the most processes at a time, those that are frozen not counted
   * @param timeoutPolicy by the event of the invocation that ran out of time
   */
  public EnvironmentPool(
      Platform platform,
      FunctionResource function,
      String invokedArn,
      int limit,
      Function<String, TimeoutPolicy> timeoutPolicy) {
    this.platform = platform;
    this.function = function;
    this.invokedArn = invokedArn;
    this.limit = limit;
    this.places = new Semaphore(limit);
    this.timeoutPolicy = timeoutPolicy;
    this.log = freshLog(platform.workFolder().resolve("logs").resolve(function.name() + ".log"));
    Path code = platform.workFolder().resolve("code").resolve(function.name());
    FunctionCode.unpack(function.zip(), code);
    this.starter = new FunctionProcess(function, platform, code, log);
  }

  @Override
  public InvocationResult invoke(String event) {
    places.acquireUninterruptibly();
    try {
      Optional<ExecutionEnvironment> free = takeIdle();
      return free.filter(ExecutionEnvironment::isWarm).isPresent()
          ? run(free.get(), event)
          : runCold(free, event);
    } finally {
      places.release();
    }
  }

  private InvocationResult runCold(Optional<ExecutionEnvironment> free, String event) {
    platform.coldStarts().acquireUninterruptibly();
    try {
      return run(free.orElseGet(this::start), event);
    } finally {
      platform.coldStarts().release();
    }
  }

  private InvocationResult run(ExecutionEnvironment environment, String event) {
    InvocationResult result = environment.invoke(event);
    settle(environment, event, result);
    return result;
  }

  /**
   * Starts processes up to the limit and waits until each has initialized; that may take 60 s.
   *
   * @throws LocalRunnerException as {@link #warmUp(Duration)}
   */
  public void warmUp() {
    warmUp(ExecutionEnvironment.INITIALIZATION_LIMIT);
  }

  /**
   * The same on a machine that may be busy.
   *
   * @param initializationLimit how long that may take
   * @throws LocalRunnerException if the package lacks the handler class, or a process ends before
   *     it has initialized, or takes longer. The message has the last lines of the log. None of
   *     these processes is left then
   */
  public void warmUp(Duration initializationLimit) {
    starter.problem().ifPresent(this::refuseToStart);
    List<ExecutionEnvironment> fresh = Stream.generate(this::start).limit(limit).toList();
    Optional<String> problem =
        fresh.stream()
            .flatMap(environment -> environment.startProblem(initializationLimit).stream())
            .findFirst();
    if (problem.isPresent()) {
      fresh.forEach(this::end);
      refuseToStart(problem.get());
    }
    fresh.forEach(idle::push);
  }

  private void refuseToStart(String problem) {
    throw new LocalRunnerException(
        "The function %s does not start: %s. %s"
            .formatted(function.name(), problem, endOfTheLog()));
  }

  /** Returns the last lines of the log with its path, or that there is none. */
  public String endOfTheLog() {
    try {
      List<String> lines =
          Files.exists(log)
              ? new String(Files.readAllBytes(log), UTF_8).lines().toList()
              : List.of();
      return lines.isEmpty() ? "It has logged nothing." : quoted(lines);
    } catch (IOException e) {
      return "Its log %s can't be read: %s".formatted(log, e.getMessage());
    }
  }

  private String quoted(List<String> lines) {
    return lines.stream()
        .skip(Math.max(0, lines.size() - SHOWN_LINES))
        .map(line -> "\n  " + line)
        .collect(Collectors.joining("", "The end of its log " + log + ":", ""));
  }

  /** Returns where the processes' output goes. */
  public Path log() {
    return log;
  }

  /** Returns how many processes have been started. */
  public int started() {
    return started.get();
  }

  /** The invocations that were stopped half way, those that have ended since too. */
  public List<FrozenInvocation> frozen() {
    return List.copyOf(frozen);
  }

  /** Ends every process and waits until they are gone; the next invocation meets a cold start. */
  public void endProcesses() {
    List<ExecutionEnvironment> ended = List.copyOf(alive);
    close();
    ended.forEach(ExecutionEnvironment::awaitExit);
  }

  @Override
  public void close() {
    List.copyOf(alive).forEach(this::end);
  }

  private Optional<ExecutionEnvironment> takeIdle() {
    for (ExecutionEnvironment candidate = idle.poll(); candidate != null; candidate = idle.poll()) {
      if (candidate.isUsable()) {
        return Optional.of(candidate);
      }
      end(candidate);
    }
    return Optional.empty();
  }

  private ExecutionEnvironment start() {
    ExecutionEnvironment environment =
        new ExecutionEnvironment(platform, function.timeout(), invokedArn, starter);
    started.incrementAndGet();
    alive.add(environment);
    return environment;
  }

  private void settle(ExecutionEnvironment environment, String event, InvocationResult result) {
    if (result instanceof TimedOut && timeoutPolicy.apply(event) == TimeoutPolicy.FREEZE) {
      frozen.add(environment.freeze(() -> end(environment)));
    } else if (result instanceof TimedOut || result instanceof Crashed || !environment.isUsable()) {
      end(environment);
    } else {
      idle.push(environment);
    }
  }

  private void end(ExecutionEnvironment environment) {
    idle.remove(environment);
    alive.remove(environment);
    environment.close();
  }

  private static Path freshLog(Path log) {
    try {
      Files.createDirectories(log.resolveSibling("."));
      Files.deleteIfExists(log);
      return log;
    } catch (IOException e) {
      throw new LocalRunnerException("Cannot write the log " + log + ": " + e.getMessage(), e);
    }
  }
}
