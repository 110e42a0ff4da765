package dev.effectivelyonce.redis;

import dev.effectivelyonce.core.Causes;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.Response;
import redis.clients.jedis.ScanIteration;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Sends the commands through a Jedis client: {@code RedisClient}, {@code RedisClusterClient} or
 * {@code RedisSentinelClient}. It does not close the client; timeouts and pool are configured by
 * the user. It closes idle connections to a primary that has become a replica.
 */
public final class JedisCommands implements Commands {
  private static final int PAGE = 500;

  private final UnifiedJedis client;

  /** Creates the commands for a client. It does not call the server yet. */
  public JedisCommands(UnifiedJedis client) {
    this.client = client;
  }

  @Override
  public List<Answer> evalsha(String sha, List<Call> calls) {
    return fromPrimary(sent(sha, calls));
  }

  private List<Answer> fromPrimary(List<Answer> answers) {
    if (answers.stream().anyMatch(JedisCommands::isFromReplica)
        && client instanceof RedisClient pooled) {
      // They lead to a primary of before. New ones ask the endpoint anew.
      pooled.getPool().clear();
    }
    return answers;
  }

  private static boolean isFromReplica(Answer answer) {
    return answer instanceof Answer.Refusal(String text) && text.contains("READONLY");
  }

  private List<Answer> sent(String sha, List<Call> calls) {
    if (calls.size() == 1) {
      Call call = calls.getFirst();
      return List.of(answer(() -> client.evalsha(sha, call.keys(), call.arguments())));
    }
    return answered(
        () -> {
          try (AbstractPipeline pipeline = client.pipelined()) {
            List<Response<Object>> responses =
                calls.stream()
                    .map(call -> pipeline.evalsha(sha, call.keys(), call.arguments()))
                    .toList();
            pipeline.sync();
            return responses.stream().map(it -> answer(it)).toList();
          }
        });
  }

  @Override
  public Answer eval(String script, Call call) {
    Answer answer = answer(() -> client.eval(script, call.keys(), call.arguments()));
    return fromPrimary(List.of(answer)).getFirst();
  }

  @Override
  public Stream<List<String>> scan(String pattern) {
    ScanIteration pages = answered(() -> client.scanIteration(PAGE, pattern));
    return Stream.generate(() -> page(pages)).takeWhile(Optional::isPresent).map(Optional::get);
  }

  private static Optional<List<String>> page(ScanIteration pages) {
    return pages.isIterationCompleted()
        ? Optional.empty()
        : Optional.of(List.copyOf(answered(pages::nextBatchList)));
  }

  private static Answer answer(Supplier<Object> reply) {
    try {
      return new Answer.Reply(((List<?>) reply.get()).stream().map(String::valueOf).toList());
    } catch (JedisException e) {
      return refusal(e).map(Answer.Refusal::new).orElseThrow(() -> RedisErrors.unanswered(e));
    }
  }

  private static <T> T answered(Supplier<T> call) {
    try {
      return call.get();
    } catch (JedisException e) {
      throw refusal(e).map(RedisErrors::answered).orElseGet(() -> RedisErrors.unanswered(e));
    }
  }

  /** Returns the server's error; a pool wraps the one that a new connection gets. */
  private static Optional<String> refusal(Throwable thrown) {
    return Causes.of(thrown)
        .filter(it -> it instanceof JedisDataException)
        .map(it -> String.valueOf(it.getMessage()))
        .findFirst();
  }
}
