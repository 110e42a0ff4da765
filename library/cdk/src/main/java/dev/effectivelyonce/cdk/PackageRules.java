package dev.effectivelyonce.cdk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awscdk.services.lambda.AssetCode;
import software.amazon.awscdk.services.lambda.Code;

/** Checks a function's handler and package, as far as the package is on this machine. */
final class PackageRules {
  private static final Pattern HANDLER = Pattern.compile("[\\w$.]+(::\\w+)?");
  private static final Pattern DOT_BEFORE_METHOD = Pattern.compile("(.+)\\.([a-z]\\w*)");

  private PackageRules() {}

  static List<String> problems(Optional<Code> code, Stream<String> handlers) {
    List<String> named = handlers.toList();
    List<String> malformed = named.stream().flatMap(PackageRules::malformed).toList();
    return malformed.isEmpty()
        ? code.flatMap(PackageRules::path).map(path -> missing(path, named)).orElse(List.of())
        : malformed;
  }

  private static Stream<String> malformed(String handler) {
    Matcher dotted = DOT_BEFORE_METHOD.matcher(handler);
    if (dotted.matches()) {
      return Stream.of(
          "handler '%s' has a dot before its method. Write '%s::%s'."
              .formatted(handler, dotted.group(1), dotted.group(2)));
    }
    return HANDLER.matcher(handler).matches()
        ? Stream.empty()
        : Stream.of(
            "handler '%s' is none. Write it as package.Class::handleRequest.".formatted(handler));
  }

  /** Returns the package's path; empty if it is elsewhere, such as in a bucket. */
  private static Optional<Path> path(Code code) {
    return code instanceof AssetCode asset
        ? Optional.of(Path.of(asset.getPath()))
        : Optional.empty();
  }

  private static List<String> missing(Path path, List<String> handlers) {
    Set<String> classes =
        handlers.stream().map(it -> it.replaceFirst("::.*", "")).collect(Collectors.toSet());
    try {
      return PackagedClasses.missing(path, classes).stream()
          .sorted()
          .map(name -> absent(path, name))
          .toList();
    } catch (IOException e) {
      return List.of(
          "code %s can't be read as a zip: %s. Build it (mvn package), or name the zip itself."
              .formatted(path, e.getMessage()));
    }
  }

  private static String absent(Path path, String name) {
    return Files.isDirectory(path)
        ? ("handler class %s is not in the folder %s, and in no jar under its lib/. Name the zip"
                + " that the build makes in place of its folder.")
            .formatted(name, path)
        : ("handler class %s is not in %s. Name a class of that package, or build the package"
                + " anew (mvn package).")
            .formatted(name, path);
  }
}
