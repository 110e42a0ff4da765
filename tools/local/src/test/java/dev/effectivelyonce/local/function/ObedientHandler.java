package dev.effectivelyonce.local.function;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;

/**
 * Does what each message's body says, or the event itself: `ok`, `throw`, `crash:CODE`,
 * `crash-once:FILE`, `sleep-then-write:MS:FILE`, `env:NAME`, `mapped:FILE`, `context`.
 */
public final class ObedientHandler implements RequestHandler<Map<String, Object>, Object> {
  @Override
  public Object handleRequest(Map<String, Object> event, Context context) {
    if (event.get("Records") instanceof List<?> records) {
      records.forEach(message -> handle(String.valueOf(((Map<?, ?>) message).get("body"))));
      return Map.of("batchItemFailures", List.of());
    }
    return handleDirect(event, context);
  }

  private static Object handleDirect(Map<String, Object> event, Context context) {
    String say = String.valueOf(event.get("say"));
    if (say.startsWith("env:")) {
      return String.valueOf(System.getenv(say.substring("env:".length())));
    }
    if (say.startsWith("mapped:")) {
      return isMapped(say.substring("mapped:".length()));
    }
    if (say.equals("context")) {
      return Map.of(
          "arn", context.getInvokedFunctionArn(),
          "remaining", context.getRemainingTimeInMillis(),
          "requestId", context.getAwsRequestId(),
          "process", ProcessHandle.current().pid());
    }
    handle(say);
    return event;
  }

  /** Whether this process has a file of that name in its memory. */
  private static boolean isMapped(String file) {
    try {
      return Files.readString(Path.of("/proc/self/maps")).contains(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void handle(String body) {
    String[] words = body.split(":", 3);
    switch (words[0]) {
      case "throw" -> throw new IllegalStateException("told to throw");
      case "crash" -> Runtime.getRuntime().halt(Integer.parseInt(words[1]));
      case "crash-once" -> {
        if (!seenBefore(Path.of(words[1]))) {
          Runtime.getRuntime().halt(1);
        }
      }
      case "sleep-then-write" -> {
        sleep(Long.parseLong(words[1]));
        seenBefore(Path.of(words[2]));
      }
      default -> {
        // Nothing else is asked for.
      }
    }
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A file, since a crashed process remembers nothing. */
  private static boolean seenBefore(Path file) {
    try {
      boolean seen = Files.exists(file);
      Files.writeString(file, "seen", StandardOpenOption.CREATE);
      return seen;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
