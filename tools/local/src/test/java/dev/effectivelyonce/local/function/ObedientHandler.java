package dev.effectivelyonce.local.function;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * Does what each message's body or record's value says: `ok`, `fail`, `fail-once:FILE`, `throw`,
 * `crash:CODE`, `crash-once:FILE`, `sleep:MS`, `sleep-then-write:MS:FILE`, `answer:JSON-ISH`,
 * `env:NAME`.
 */
public final class ObedientHandler implements RequestHandler<Map<String, Object>, Object> {
  @Override
  public Object handleRequest(Map<String, Object> event, Context context) {
    if (event.get("Records") instanceof List<?> records) {
      return handleRecords(records);
    }
    if (event.get("records") instanceof Map<?, ?> partitions) {
      return handlePartitions(partitions);
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
    return handle(say) ? event : "failed";
  }

  /** Whether this process has a file of that name in its memory. */
  private static boolean isMapped(String file) {
    try {
      return Files.readString(Path.of("/proc/self/maps")).contains(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Object handleRecords(List<?> records) {
    List<Map<String, String>> failures = new ArrayList<>();
    for (Object each : records) {
      Map<?, ?> message = (Map<?, ?>) each;
      String body = String.valueOf(message.get("body"));
      if (body.startsWith("answer:")) {
        return answer(body.substring("answer:".length()));
      }
      if (!handle(body)) {
        failures.add(Map.of("itemIdentifier", String.valueOf(message.get("messageId"))));
      }
    }
    return Map.of("batchItemFailures", failures);
  }

  private static Object handlePartitions(Map<?, ?> partitions) {
    List<Map<String, Object>> failures = new ArrayList<>();
    partitions.forEach(
        (partition, records) -> {
          for (Object each : (List<?>) records) {
            Map<?, ?> record = (Map<?, ?>) each;
            byte[] value = Base64.getDecoder().decode(String.valueOf(record.get("value")));
            if (!handle(new String(value, UTF_8))) {
              var id = Map.of("partition", partition, "offset", record.get("offset"));
              failures.add(Map.of("itemIdentifier", id));
            }
          }
        });
    return Map.of("batchItemFailures", failures);
  }

  private static Object answer(String kind) {
    return switch (kind) {
      case "text" -> "done";
      case "unknown-id" ->
          Map.of("batchItemFailures", List.of(Map.of("itemIdentifier", "no-such-message")));
      default -> throw new IllegalArgumentException(kind);
    };
  }

  private static boolean handle(String body) {
    String[] words = body.split(":", 3);
    switch (words[0]) {
      case "fail" -> {
        return false;
      }
      case "fail-once" -> {
        return seenBefore(Path.of(words[1]));
      }
      case "throw" -> throw new IllegalStateException("told to throw");
      case "crash" -> Runtime.getRuntime().halt(Integer.parseInt(words[1]));
      case "crash-once" -> {
        if (!seenBefore(Path.of(words[1]))) {
          Runtime.getRuntime().halt(1);
        }
      }
      case "sleep" -> sleep(Long.parseLong(words[1]));
      case "sleep-then-write" -> {
        sleep(Long.parseLong(words[1]));
        seenBefore(Path.of(words[2]));
      }
      default -> {
        return true;
      }
    }
    return true;
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
