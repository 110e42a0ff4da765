package dev.effectivelyonce.cdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awscdk.assertions.Template;

/**
 * What a template makes, in files: each setting, right and variable, each alarm in a line, and each
 * logical id, since another one would replace a table or a queue, and each widget of a dashboard in
 * a line. Networks and databases are left out. A change on purpose: run with {@code
 * -Dgolden.write=true}, and review the difference.
 */
public final class GoldenTemplate {
  private static final Path FOLDER = Path.of("src/test/resources/golden");
  private static final Pattern LEFT_OUT =
      Pattern.compile("AWS::(RDS::.*|EC2::(?!SecurityGroup).*)");

  /** Follows from the bytes of the tests' own packages. */
  private static final Pattern OF_CODE =
      Pattern.compile("(?<=CurrentVersion)[0-9A-F]{8}[0-9a-f]{32}");

  /** Is the same in each template, or has been said in the head. */
  private static final Pattern UNSAID =
      Pattern.compile("(?s)(Type|Metadata|Properties\\.Code|.*\\.PolicyName|.*Version=2012-).*");

  private static final Pattern HASH = Pattern.compile("(?<=[a-z])[0-9A-F]{8}\\b");

  private GoldenTemplate() {}

  /** Asserts that the file of that name has what the template makes. */
  public static void check(String name, Template template) {
    check(name, template, "");
  }

  /** The same of what has a logical id that begins so, by a regular expression. */
  static void check(String name, Template template, String prefix) {
    Path file = FOLDER.resolve(name + ".txt");
    String made =
        Stream.of("Resources", "Outputs")
            .flatMap(part -> new TreeMap<>(TemplateReader.part(template, part)).entrySet().stream())
            .filter(it -> it.getKey().matches(prefix + ".*"))
            .map(it -> outline(it.getKey(), (Map<?, ?>) it.getValue()))
            .collect(Collectors.joining());
    try {
      if (Boolean.getBoolean("golden.write")) {
        Files.createDirectories(FOLDER);
        Files.writeString(file, made);
      }
      assertThat(made).isEqualTo(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String outline(String id, Map<?, ?> resource) {
    String type = String.valueOf(resource.containsKey("Type") ? resource.get("Type") : "Output");
    if (LEFT_OUT.matcher(type).matches()) {
      return "";
    }
    String values =
        values("", resource)
            .filter(it -> !UNSAID.matcher(it).matches())
            .map(it -> "  " + HASH.matcher(it.replaceFirst("^Properties\\.", "")).replaceAll(""))
            .sorted()
            .collect(Collectors.joining(type.endsWith("Alarm") ? ";" : "\n"));
    return OF_CODE.matcher(id + ": " + type + "\n" + values + "\n\n").replaceAll("");
  }

  /** Each as {@code path=value}; what a deployment fills in is a value, and so is a right. */
  private static Stream<String> values(String path, @Nullable Object value) {
    if (value instanceof Map<?, ?> map
        && map.keySet().stream().noneMatch(it -> it.toString().matches("Ref|Fn::.*|Effect"))) {
      return map.entrySet().stream()
          .flatMap(
              it -> values((path + "." + it.getKey()).replaceFirst("^\\.", ""), it.getValue()));
    }
    if (value instanceof List<?> list && list.stream().anyMatch(Map.class::isInstance)) {
      return IntStream.range(0, list.size())
          .boxed()
          .flatMap(i -> values(path + "[" + i + "]", list.get(i)));
    }
    if (value instanceof Map<?, ?> body && path.endsWith("DashboardBody")) {
      return TemplateReader.widgets(body).map(it -> path + "=" + it);
    }
    return Stream.of(path + "=" + value);
  }
}
