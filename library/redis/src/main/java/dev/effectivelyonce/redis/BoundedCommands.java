package dev.effectivelyonce.redis;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Gives up each call by a deadline, whatever the client's own bounds are. A call that begins after
 * it has the client's bounds.
 *
 * <p>A call that was given up ends by the client's bounds, and is not interrupted: a thread that is
 * can't put another connection into Jedis' pool for its broken one, and others wait there for it.
 */
record BoundedCommands(Commands commands, Clock clock, Instant deadline) implements Commands {
  /** A deadline that is further away bounds no call. */
  private static final Duration NO_BOUND = Duration.ofDays(1);

  @Override
  public List<Answer> evalsha(String sha, List<Call> calls) {
    return within(() -> commands.evalsha(sha, calls));
  }

  @Override
  public Answer eval(String script, Call call) {
    return within(() -> commands.eval(script, call));
  }

  @Override
  public Stream<List<String>> scan(String pattern) {
    return commands.scan(pattern);
  }

  private <T> T within(Supplier<T> call) {
    Duration left = Duration.between(clock.instant(), deadline);
    if (!left.isPositive() || left.compareTo(NO_BOUND) > 0) {
      return call.get();
    }
    FutureTask<T> task = new FutureTask<>(call::get);
    Thread.ofVirtual().start(task);
    try {
      return task.get(left.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException fault) {
        throw fault;
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw RedisErrors.unanswered(e);
    } catch (TimeoutException e) {
      throw RedisErrors.unanswered(e);
    }
  }
}
