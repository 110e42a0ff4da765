package dev.effectivelyonce.local.lambda;

import static java.util.Objects.requireNonNull;

import dev.effectivelyonce.local.lambda.InvocationResult.Crashed;
import dev.effectivelyonce.local.lambda.InvocationResult.FunctionError;
import dev.effectivelyonce.local.lambda.InvocationResult.Succeeded;
import dev.effectivelyonce.local.lambda.InvocationResult.TimedOut;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One process of a function and its Runtime API; runs one invocation at a time. */
final class ExecutionEnvironment implements AutoCloseable {
  static final Duration INITIALIZATION_LIMIT = Duration.ofSeconds(60);

  private final Platform platform;
  private final Duration timeout;
  private final String functionArn;
  private final LinkedTransferQueue<Invocation> pending = new LinkedTransferQueue<>();
  private final CompletableFuture<Void> abandoned = new CompletableFuture<>();
  private final RuntimeApi api;
  private final Process process;
  private volatile CompletableFuture<Void> asking = new CompletableFuture<>();
  private volatile @Nullable Invocation current;
  private volatile boolean isWarm;

  ExecutionEnvironment(
      Platform platform, Duration timeout, String functionArn, FunctionProcess starter) {
    this.platform = platform;
    this.timeout = timeout;
    this.functionArn = functionArn;
    this.api = RuntimeApi.start(new Calls());
    this.process = starter.start(api.address());
    CompletableFuture<Void> unused = process.onExit().thenAccept(this::exited);
  }

  /** Runs one event; a result of TimedOut or Crashed means that this environment takes no more. */
  InvocationResult invoke(String event) {
    Invocation invocation = new Invocation(platform.ids().get(), event);
    current = invocation;
    if (!process.isAlive()) {
      exited(process);
    }
    pending.add(invocation);
    InvocationResult result = await(invocation);
    isWarm = true;
    if (result instanceof FunctionError) {
      awaitIdleOrExit();
    }
    return result;
  }

  /** Returns whether it has had an invocation. */
  boolean isWarm() {
    return isWarm;
  }

  /** Returns whether another invocation may be given to it. */
  boolean isUsable() {
    return process.isAlive();
  }

  /** Waits until the process has initialized, or has ended. */
  void awaitIdleOrExit() {
    CompletableFuture.anyOf(asking, process.onExit()).join();
  }

  /** Waits until the process has initialized, and says what kept it from that. */
  Optional<String> startProblem(Duration limit) {
    try {
      CompletableFuture.anyOf(asking, process.onExit())
          .get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return Optional.of("it has not initialized within %s ms".formatted(limit.toMillis()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("the wait for it was interrupted");
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
    return asking.isDone()
        ? Optional.empty()
        : Optional.of("its process ended with exit status " + process.exitValue());
  }

  /** Waits until the process has ended. */
  void awaitExit() {
    process.onExit().join();
  }

  /** Stops the process half way; once it is thawed it ends with its handler. */
  FrozenInvocation freeze(Runnable whenEnded) {
    Invocation invocation = requireNonNull(current);
    FrozenInvocation frozen = FrozenInvocation.of(invocation, process);
    CompletableFuture<Void> unused = process.onExit().thenRun(whenEnded);
    abandoned.complete(null);
    return frozen;
  }

  @Override
  public void close() {
    process.destroyForcibly();
    api.close();
  }

  private InvocationResult await(Invocation invocation) {
    try {
      CompletableFuture.anyOf(invocation.delivered(), invocation.result())
          .get(INITIALIZATION_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
      return invocation.result().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      invocation.result().complete(new TimedOut(timeout));
      return invocation.result().join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      invocation.result().complete(new Crashed(-1));
      return invocation.result().join();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private void exited(Process ended) {
    Invocation invocation = current;
    if (invocation != null) {
      invocation.result().complete(new Crashed(ended.exitValue()));
    }
  }

  private final class Calls implements RuntimeApi.Calls {
    @Override
    public RuntimeApi.Next next() throws InterruptedException {
      endIfAbandoned();
      asking.complete(null);
      Invocation invocation = pending.take();
      asking = new CompletableFuture<>();
      Instant now = platform.clock().instant();
      invocation.delivered().complete(now);
      return new RuntimeApi.Next(invocation.event(), headers(invocation, now.plus(timeout)));
    }

    @Override
    public void succeeded(String requestId, String payload) {
      finish(requestId, new Succeeded(payload));
    }

    @Override
    public void failed(String requestId, String error) {
      finish(requestId, new FunctionError(error));
    }

    @Override
    public void notInitialized(String error) {
      Invocation waiting = current;
      if (waiting != null) {
        waiting.result().complete(new FunctionError(error));
      }
    }

    private void finish(String requestId, InvocationResult result) {
      Invocation invocation = current;
      if (invocation != null && invocation.id().equals(requestId)) {
        invocation.answered(result);
      }
    }

    private void endIfAbandoned() {
      if (abandoned.isDone()) {
        close();
      }
    }

    private Map<String, String> headers(Invocation invocation, Instant deadline) {
      return Map.of(
          "Lambda-Runtime-Aws-Request-Id", invocation.id(),
          "Lambda-Runtime-Deadline-Ms", Long.toString(deadline.toEpochMilli()),
          "Lambda-Runtime-Invoked-Function-Arn", functionArn,
          "Lambda-Runtime-Trace-Id",
              String.format(
                  Locale.ROOT,
                  "Root=1-%08x-000000000000000000000000;Sampled=0",
                  deadline.getEpochSecond()));
    }
  }
}
