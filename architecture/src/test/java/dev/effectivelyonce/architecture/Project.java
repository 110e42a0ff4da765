package dev.effectivelyonce.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files of the project. */
final class Project {
  static final Path ROOT = Path.of(System.getProperty("project.root"));

  private Project() {}

  /** The compiled main classes of every module, but for those that JMH generates. */
  static JavaClasses classes() {
    return new ClassFileImporter()
        .withImportOption(location -> !location.contains("/jmh_generated/"))
        .importPaths(modules().map(it -> it.resolve("target/classes")).toList());
  }

  /** Every Java source, of tests too. */
  static List<Path> sources() {
    return modules()
        .flatMap(module -> files(module.resolve("src")))
        .filter(file -> file.toString().endsWith(".java"))
        .toList();
  }

  private static Stream<Path> modules() {
    try (Stream<Path> found = Files.walk(ROOT, 2)) {
      return found
          .filter(it -> Files.exists(it.resolve("pom.xml")))
          .filter(it -> Files.isDirectory(it.resolve("src")))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Path> files(Path folder) {
    try (Stream<Path> found = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
      return found.filter(Files::isRegularFile).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
