package dev.effectivelyonce.cli.console;

import dev.effectivelyonce.operations.problem.OperationException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The parameters of a request.
 *
 * @param text as browsers encode them, in an address or a form
 */
record Query(String text) {
  /** Returns the parameters of an address. */
  static Query of(URI target) {
    return new Query(Optional.ofNullable(target.getRawQuery()).orElse(""));
  }

  /** Returns a parameter without space around it; empty if it is not given, or blank. */
  Optional<String> value(String name) {
    return asTyped(name).map(String::strip);
  }

  /**
   * Returns a parameter; empty if it is not given, or blank.
   *
   * @throws OperationException if it is not encoded as browsers do it
   */
  Optional<String> asTyped(String name) {
    try {
      return Stream.of(text.split("&", -1))
          .filter(it -> it.startsWith(name + "="))
          .findFirst()
          .map(it -> URLDecoder.decode(it.substring(name.length() + 1), StandardCharsets.UTF_8))
          .filter(it -> !it.isBlank());
    } catch (IllegalArgumentException e) {
      throw OperationException.usage("The address of this page is malformed", "Open it by a link");
    }
  }

  String required(String name) {
    return value(name)
        .orElseThrow(
            () ->
                OperationException.usage(
                    "The address of this page lacks \"" + name + "\"", "Open it by a link"));
  }

  /** Returns a number from 1 to a million; 1 if it is none. */
  int number(String name) {
    return value(name).filter(it -> it.matches("[1-9][0-9]{0,5}")).map(Integer::valueOf).orElse(1);
  }
}
