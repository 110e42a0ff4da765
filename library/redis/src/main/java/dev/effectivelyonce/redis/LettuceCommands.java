package dev.effectivelyonce.redis;

import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Sends the commands through a Lettuce connection, which threads share. Add the dependency {@code
 * io.lettuce:lettuce-core} yourself, because this library does not include it. It does not close
 * the connection.
 */
public final class LettuceCommands implements Commands {
  private static final int PAGE = 500;

  private final RedisClusterAsyncCommands<String, String> async;
  private final Duration timeout;

  /**
   * Creates the commands for a connection to one server. The connection's timeout limits each call.
   */
  public LettuceCommands(StatefulRedisConnection<String, String> connection) {
    this.async = connection.async();
    this.timeout = connection.getTimeout();
  }

  /**
   * Creates the commands for a connection to a cluster. The connection's timeout limits each call.
   */
  public LettuceCommands(StatefulRedisClusterConnection<String, String> connection) {
    this.async = connection.async();
    this.timeout = connection.getTimeout();
  }

  @Override
  public List<Answer> evalsha(String sha, List<Call> calls) {
    List<RedisFuture<List<Object>>> futures =
        calls.stream()
            .map(
                call ->
                    async.<List<Object>>evalsha(
                        sha, ScriptOutputType.MULTI, keys(call), arguments(call)))
            .toList();
    return futures.stream().map(this::answer).toList();
  }

  @Override
  public Answer eval(String script, Call call) {
    return answer(async.eval(script, ScriptOutputType.MULTI, keys(call), arguments(call)));
  }

  @Override
  public Stream<List<String>> scan(String pattern) {
    ScanArgs page = ScanArgs.Builder.matches(pattern).limit(PAGE);
    return Stream.iterate(
            page(ScanCursor.INITIAL, page),
            Objects::nonNull,
            last -> last.isFinished() ? null : page(last, page))
        .map(KeyScanCursor::getKeys);
  }

  private KeyScanCursor<String> page(ScanCursor from, ScanArgs page) {
    try {
      return await(async.scan(from, page));
    } catch (RedisCommandExecutionException e) {
      throw RedisErrors.answered(String.valueOf(e.getMessage()));
    }
  }

  private Answer answer(RedisFuture<List<Object>> future) {
    try {
      return new Answer.Reply(await(future).stream().map(String::valueOf).toList());
    } catch (RedisCommandExecutionException e) {
      return new Answer.Refusal(String.valueOf(e.getMessage()));
    }
  }

  private <T> T await(RedisFuture<T> future) {
    try {
      // Lettuce takes no time for no bound.
      return timeout.isZero() ? future.get() : future.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RedisCommandExecutionException refused) {
        throw refused;
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw RedisErrors.unanswered(e.getCause() instanceof RedisException it ? it : e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw RedisErrors.unanswered(e);
    } catch (TimeoutException e) {
      throw RedisErrors.unanswered(e);
    }
  }

  private static String[] keys(Call call) {
    return call.keys().toArray(String[]::new);
  }

  private static String[] arguments(Call call) {
    return call.arguments().toArray(String[]::new);
  }
}
