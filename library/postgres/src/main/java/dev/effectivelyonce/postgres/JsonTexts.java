package dev.effectivelyonce.postgres;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Objects of JSON whose names and values are texts that need no escapes. PostgreSQL refuses U+0000
 * in JSON, so whoever keeps other texts here keeps them in base64.
 */
final class JsonTexts {
  private static final Pattern ENTRY = Pattern.compile("\"([^\"\\\\]*)\": ?\"([^\"\\\\]*)\"");

  private JsonTexts() {}

  static String of(Map<String, String> texts) {
    return texts.entrySet().stream()
        .map(entry -> "\"" + entry.getKey() + "\": \"" + entry.getValue() + "\"")
        .collect(Collectors.joining(", ", "{", "}"));
  }

  static Map<String, String> parsed(String json) {
    Map<String, String> texts = new LinkedHashMap<>();
    Matcher entries = ENTRY.matcher(json);
    int end = 0;
    while (entries.find()) {
      texts.put(entries.group(1), entries.group(2));
      end = entries.end();
    }
    if (!json.substring(end).endsWith("}")) {
      throw new IllegalArgumentException("Not an object of texts");
    }
    return texts;
  }

  static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  static String fromBase64(String text) {
    return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
  }
}
