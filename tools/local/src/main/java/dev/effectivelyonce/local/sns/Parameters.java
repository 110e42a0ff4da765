package dev.effectivelyonce.local.sns;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The parameters of a request of AWS's query protocol, or those of one entry of a list in it.
 *
 * @param prefix what the names of these begin with
 */
record Parameters(Map<String, String> all, String prefix) {

  static Parameters of(String form) {
    return new Parameters(
        Stream.of(form.split("&"))
            .map(pair -> pair.split("=", 2))
            .filter(pair -> pair.length == 2)
            .collect(
                Collectors.toMap(pair -> decoded(pair[0]), pair -> decoded(pair[1]), (a, b) -> b)),
        "");
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, UTF_8);
  }

  /** Returns a value; an empty one is none. */
  Optional<String> text(String name) {
    return Optional.ofNullable(all.get(prefix + name)).filter(value -> !value.isEmpty());
  }

  String required(String name) {
    return text(name)
        .orElseThrow(() -> Refusal.invalid(name + " Reason: no value for required parameter"));
  }

  /** Returns the entries of a list, in their order. */
  Stream<Parameters> entries(String list) {
    return IntStream.iterate(1, at -> at + 1)
        .mapToObj(at -> new Parameters(all, prefix + list + "." + at + "."))
        .takeWhile(entry -> all.keySet().stream().anyMatch(it -> it.startsWith(entry.prefix)));
  }
}
