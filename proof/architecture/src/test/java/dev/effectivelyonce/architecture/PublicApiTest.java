package dev.effectivelyonce.architecture;

import static com.tngtech.archunit.core.domain.JavaModifier.PROTECTED;
import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static com.tngtech.archunit.core.domain.JavaModifier.SYNTHETIC;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * What users of a library module can call is in its {@code api.txt}, so that nobody changes it
 * without meaning to. {@code -Dapi=record} writes the files anew.
 */
class PublicApiTest {
  @TestFactory
  Stream<DynamicTest> theApiOfEachModuleIsAsRecorded() {
    return Project.modules()
        .filter(it -> Project.ROOT.relativize(it).startsWith("library"))
        .map(it -> DynamicTest.dynamicTest(String.valueOf(it.getFileName()), () -> check(it)));
  }

  private static void check(Path module) throws IOException {
    Path file = module.resolve("api.txt");
    String api = api(module);
    // Modules that are built at the same time may have no classes yet.
    assertThat(api).as("the API of %s, which has to be built first", module).isNotEmpty();
    if (System.getProperty("api", "").equals("record")) {
      Files.writeString(file, api);
    }

    assertThat(file).content().isEqualTo(api);
  }

  private static String api(Path module) {
    return new ClassFileImporter()
        .importPath(module.resolve("target/classes")).stream()
            .filter(PublicApiTest::isOpen)
            .sorted(Comparator.comparing(JavaClass::getName))
            .flatMap(PublicApiTest::lines)
            .map(line -> line + "\n")
            .collect(Collectors.joining());
  }

  private static boolean isOpen(JavaClass type) {
    return type.getModifiers().contains(PUBLIC)
        && type.getEnclosingClass().map(PublicApiTest::isOpen).orElse(true);
  }

  private static Stream<String> lines(JavaClass type) {
    Stream<String> members =
        Stream.concat(type.getFields().stream(), type.getCodeUnits().stream())
            .filter(PublicApiTest::isOpen)
            .map(PublicApiTest::line)
            .sorted()
            .distinct();
    return Stream.concat(Stream.of(type.getName() + parents(type)), members);
  }

  private static String parents(JavaClass type) {
    List<String> parents =
        Stream.concat(type.getRawSuperclass().stream(), type.getRawInterfaces().stream())
            .map(JavaClass::getName)
            .filter(it -> !it.equals("java.lang.Object"))
            .map(PublicApiTest::simple)
            .sorted()
            .toList();
    return parents.isEmpty() ? "" : " : " + String.join(", ", parents);
  }

  private static boolean isOpen(JavaMember member) {
    return !member.getModifiers().contains(SYNTHETIC)
        && (member.getModifiers().contains(PUBLIC) || member.getModifiers().contains(PROTECTED));
  }

  private static String line(JavaMember member) {
    return "  "
        + switch (member) {
          case JavaField field -> simple(field.getRawType().getName()) + " " + field.getName();
          case JavaCodeUnit code ->
              simple(code.getRawReturnType().getName())
                  + " "
                  + code.getName()
                  + code.getRawParameterTypes().stream()
                      .map(it -> simple(it.getName()))
                      .collect(Collectors.joining(", ", "(", ")"));
          default -> throw new IllegalArgumentException(member.getFullName());
        };
  }

  private static String simple(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
