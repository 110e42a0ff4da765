package dev.effectivelyonce.operations.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.sqs.SqsMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Messages in files. */
public final class MessageFile {
  private MessageFile() {}

  /**
   * A message whose body is the file's content, but for line ends behind it.
   *
   * @throws OperationException if the file can't be read
   */
  public static SqsMessage body(Path file) {
    return message(Optional.empty(), content(file).stripTrailing(), Map.of());
  }

  /**
   * The message of a file: the answer of {@code aws sqs receive-message} with one message, or that
   * message alone.
   *
   * @throws OperationException if the file holds anything else
   */
  public static SqsMessage message(Path file) {
    JsonNode root = parse(file);
    JsonNode messages = root.path("Messages");
    if (messages.isArray() && messages.size() != 1) {
      throw OperationException.usage(
          "The file " + file + " holds " + messages.size() + " messages",
          "Give a file with one of them");
    }
    JsonNode message = messages.isArray() ? messages.get(0) : root;
    if (!message.path("Body").isTextual()) {
      throw OperationException.usage(
          "The file " + file + " holds no message with a \"Body\"",
          "Give what `aws sqs receive-message` prints; if you have only the body, use --body");
    }
    return message(
        Optional.ofNullable(message.path("MessageId").textValue()),
        message.path("Body").asText(),
        attributes(message));
  }

  private static Map<String, String> attributes(JsonNode message) {
    Map<String, String> attributes = new HashMap<>();
    message
        .path("MessageAttributes")
        .properties()
        .forEach(
            entry -> {
              JsonNode value = entry.getValue().path("StringValue");
              if (value.isTextual()) {
                attributes.put(entry.getKey(), value.asText());
              }
            });
    return attributes;
  }

  private static SqsMessage message(
      Optional<String> id, String body, Map<String, String> attributes) {
    return new SqsMessage(
        id,
        Optional.empty(),
        Optional.of(body),
        Optional.empty(),
        Optional.empty(),
        1,
        Optional.empty(),
        Optional.empty(),
        attributes);
  }

  private static JsonNode parse(Path file) {
    try {
      return new ObjectMapper().readTree(content(file));
    } catch (JsonProcessingException e) {
      throw OperationException.usage(
          "The file " + file + " is not JSON",
          "Give what `aws sqs receive-message` prints; if you have only the body, use --body");
    }
  }

  /**
   * Returns the text of a file.
   *
   * @throws OperationException if it can't be read
   */
  public static String content(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw OperationException.usage("The file " + file + " can't be read", "Check its name");
    }
  }
}
