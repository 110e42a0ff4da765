package dev.effectivelyonce.http;

import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Changes header names, which are the same in any case, to lower case, as in HTTP/2. */
final class HeaderNames {
  private HeaderNames() {}

  static String normal(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  static Map<String, String> normal(Map<String, String> headers) {
    Map<String, String> normal = new TreeMap<>();
    headers.forEach((name, value) -> normal.put(normal(name), Objects.requireNonNull(value, name)));
    return Collections.unmodifiableMap(normal);
  }
}
