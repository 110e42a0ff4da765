package dev.effectivelyonce.redis;

import dev.effectivelyonce.core.store.StoreException;
import java.util.List;
import java.util.stream.Stream;

/**
 * The commands that the store sends, over a client of Redis: {@link JedisCommands}, {@link
 * LettuceCommands} or your own. Strings travel as UTF-8. Commands go to primaries alone. Safe for
 * use by many threads.
 *
 * <p>Every method throws {@link StoreException} if the server gave no answer; {@link RedisErrors}
 * makes it.
 */
public interface Commands {
  /**
   * One run of a script.
   *
   * @param keys that it uses, all of one hash slot
   * @param arguments what the script gets besides
   */
  record Call(List<String> keys, List<String> arguments) {}

  /** The answer to a call. */
  sealed interface Answer {
    /** The script's reply. */
    record Reply(List<String> values) implements Answer {}

    /**
     * The server's refusal.
     *
     * @param text as the server sent it, such as {@code NOSCRIPT No matching script}
     */
    record Refusal(String text) implements Answer {}
  }

  /** Runs a script that the server knows, once for each call, all in one round trip. */
  List<Answer> evalsha(String sha, List<Call> calls);

  /** Runs a script, which the server then knows. */
  Answer eval(String script, Call call);

  /**
   * Returns the keys that match a pattern, from every node, by pages. A key may come twice, and a
   * page may be empty. The stream reads only as far as it is consumed.
   */
  Stream<List<String>> scan(String pattern);
}
