package dev.effectivelyonce.redis;

import java.util.List;
import java.util.stream.Stream;

/**
 * A server's commands, with something that happens before each round trip of the store's script.
 *
 * @param before may throw what the server would
 */
record InterceptedCommands(Commands server, Runnable before) implements Commands {
  @Override
  public List<Answer> evalsha(String sha, List<Call> calls) {
    before.run();
    return server.evalsha(sha, calls);
  }

  @Override
  public Answer eval(String script, Call call) {
    return server.eval(script, call);
  }

  @Override
  public Stream<List<String>> scan(String pattern) {
    return server.scan(pattern);
  }
}
