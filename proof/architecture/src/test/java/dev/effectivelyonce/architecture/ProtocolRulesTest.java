package dev.effectivelyonce.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The verbs of the store port are data, which stores pass on without knowing them. */
class ProtocolRulesTest {
  private static final String STORE = "dev.effectivelyonce.core.store.";

  private final JavaClasses classes = Project.classes();

  /** What overrides one is passed by where another store hands the write on. */
  @Test
  void nobodyOverridesAVerb() {
    String verbs =
        classes.get(STORE + "IdempotencyStore").getMethods().stream()
            .filter(method -> method.getRawReturnType().getSimpleName().equals("WriteResult"))
            .map(JavaMethod::getName)
            .filter(name -> !name.equals("write"))
            .collect(Collectors.joining("|"));
    Pattern overridden = Pattern.compile("public WriteResult (?:" + verbs + ")\\(");

    assertThat(verbs).contains("takeOver");
    assertThat(sources().filter(it -> overridden.matcher(read(it)).find())).isEmpty();
  }

  @Test
  void theVerbsAreSpelledOutInThreeFiles() {
    List<Pattern> verbs =
        classes.stream()
            .filter(it -> it.isRecord() && it.isAssignableTo(STORE + "Write"))
            .map(JavaClass::getSimpleName)
            .map(name -> Pattern.compile("(?:Write\\.|record )" + name + "\\b"))
            .toList();

    assertThat(verbs).hasSizeGreaterThan(10);
    assertThat(
            sources()
                .filter(it -> !it.toString().contains("/src/test/"))
                .filter(it -> knowsMost(read(it), verbs))
                .map(it -> it.getFileName().toString()))
        .containsExactlyInAnyOrder("Write.java", "IdempotencyStore.java", "ItemUpdates.java");
  }

  private static boolean knowsMost(String source, List<Pattern> verbs) {
    return verbs.stream().filter(it -> it.matcher(source).find()).count() > verbs.size() / 2;
  }

  private static Stream<Path> sources() {
    return Project.sources().stream();
  }

  private static String read(Path source) {
    try {
      return Files.readString(source);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
