package dev.effectivelyonce.cdk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    Set<String> classes = new TreeSet<>(handlers.stream().map(PackageRules::className).toList());
    try {
      Map<String, ClassOutline> found = PackagedClasses.find(path, classes);
      List<String> problems = new ArrayList<>();
      for (String name : classes) {
        if (!found.containsKey(name)) {
          problems.add(absent(path, name));
        }
      }
      for (String handler : handlers) {
        Optional<ClassOutline> named = Optional.ofNullable(found.get(className(handler)));
        if (named.isPresent() && lacksMethod(path, named.get(), handler)) {
          problems.add(
              ("handler '%s': neither the class nor what it inherits from has a public method of"
                      + " that name. Name one that it has.")
                  .formatted(handler));
        }
      }
      return problems;
    } catch (IOException e) {
      return List.of(
          "code %s can't be read as a zip: %s. Build it (mvn package), or name the zip itself."
              .formatted(path, e.getMessage()));
    }
  }

  private static String className(String handler) {
    return handler.replaceFirst("::.*", "");
  }

  /** Without a method it is Lambda's short form, which means that of an interface. */
  private static boolean lacksMethod(Path path, ClassOutline named, String handler)
      throws IOException {
    return handler.contains("::")
        && PackagedClasses.lacks(path, named, handler.replaceFirst(".*::", ""));
  }

  private static String absent(Path path, String name) {
    return Files.isDirectory(path)
        ? ("handler class %s is not in the folder %s, and in no jar under its lib/. Name the zip"
                + " that the build makes in place of its folder.")
            .formatted(name, path)
        : ("handler class %s is not in %s. Name a class of that package, or build the package"
                + " again (mvn package).")
            .formatted(name, path);
  }
}
