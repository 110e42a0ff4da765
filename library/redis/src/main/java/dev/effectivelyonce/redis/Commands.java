package dev.effectivelyonce.redis;

import dev.effectivelyonce.core.store.StoreException;
import java.util.List;
import java.util.stream.Stream;

/**
 * The commands that the store sends through a Redis client: {@link JedisCommands}, {@link
 * LettuceCommands} or your own implementation. Strings are encoded as UTF-8. Commands are sent only
 * to primaries. Safe for use by many threads.
 *
 * <p>Every method throws {@link StoreException} if the server did not answer; {@link RedisErrors}
 * creates it.
 */
public interface Commands {
  /**
   * One run of a script.
   *
   * @param keys the keys that it uses, all of the same hash slot
   * @param arguments the other arguments of the script
   */
  record Call(List<String> keys, List<String> arguments) {}

  /** The answer to a call. */
  sealed interface Answer {
    /** The script's reply. */
    record Reply(List<String> values) implements Answer {}

    /**
     * The server's refusal.
     *
     * @param text the text that the server sent, such as {@code NOSCRIPT No matching script}
     */
    record Refusal(String text) implements Answer {}
  }

  /** Runs a script that the server has cached, once for each call, all in one round trip. */
  List<Answer> evalsha(String sha, List<Call> calls);

  /** Runs a script, which the server then caches. */
  Answer eval(String script, Call call);

  /**
   * Returns the keys that match a pattern from every node, in pages. A key may occur twice, and a
   * page may be empty. The stream is read lazily.
   */
  Stream<List<String>> scan(String pattern);
}
