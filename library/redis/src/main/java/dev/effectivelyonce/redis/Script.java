package dev.effectivelyonce.redis;

import dev.effectivelyonce.redis.Commands.Answer;
import dev.effectivelyonce.redis.Commands.Call;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * A script of this module.
 *
 * @param sha the name under which a server knows it
 */
record Script(String source, String sha) {
  /** Writes a record. */
  static final Script WRITE = named("write.lua");

  /** Reads a record or a trail. */
  static final Script READ = of("return redis.call('HGETALL', KEYS[1])");

  static Script of(String source) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-1").digest(source.getBytes(StandardCharsets.UTF_8));
      return new Script(source, HexFormat.of().formatHex(digest));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every JDK has SHA-1", e);
    }
  }

  private static Script named(String file) {
    try (InputStream in = Objects.requireNonNull(Script.class.getResourceAsStream(file))) {
      return of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs it once and returns its reply. */
  List<String> run(Commands commands, Call call) {
    return reply(run(commands, List.of(call)).getFirst());
  }

  /** Runs it for each call; a server that does not know it yet gets its source. */
  List<Answer> run(Commands commands, List<Call> calls) {
    List<Answer> answers = commands.evalsha(sha, calls);
    return IntStream.range(0, calls.size())
        .mapToObj(
            index ->
                answers.get(index) instanceof Answer.Refusal(String text)
                        && text.startsWith("NOSCRIPT")
                    ? commands.eval(source, calls.get(index))
                    : answers.get(index))
        .toList();
  }

  static List<String> reply(Answer answer) {
    return switch (answer) {
      case Answer.Reply(List<String> values) -> values;
      case Answer.Refusal(String text) -> throw RedisErrors.answered(text);
    };
  }
}
