package dev.effectivelyonce.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The files of the project. */
final class Project {
  static final Path ROOT = Path.of(System.getProperty("project.root"));

  private static final Set<String> MADE = Set.of(".git", "target", "node_modules", "cdk.out");
  private static final Pattern TEXT =
      Pattern.compile("[^.]+|.*\\.(java|json|md|properties|sh|txt|xml|ya?ml)");

  private Project() {}

  /** What is read once, by the first test that asks for it. */
  private static final class Compiled {
    private static final JavaClasses CLASSES =
        new ClassFileImporter()
            .importPaths(
                modules()
                    .filter(it -> !it.startsWith(ROOT.resolve("samples")))
                    .map(it -> it.resolve("target/classes"))
                    .toList());

    private Compiled() {}
  }

  /** The compiled main classes of every module, but for samples, whose code is their readers'. */
  static JavaClasses classes() {
    return Compiled.CLASSES;
  }

  /** Every Java source, of tests too. */
  static List<Path> sources() {
    return modules()
        .flatMap(module -> files(module.resolve("src")))
        .filter(file -> file.toString().endsWith(".java"))
        .toList();
  }

  /** The Java sources that git would commit, or every one where git knows no commit. */
  static List<Path> uncommittedSources() {
    Set<Path> changed =
        Stream.of("diff --name-only HEAD", "ls-files --others --exclude-standard")
            .flatMap(Project::git)
            .map(ROOT::resolve)
            .collect(Collectors.toSet());
    return sources().stream().filter(changed::contains).toList();
  }

  /** Returns the lines that git prints, or the path of every source if it fails. */
  private static Stream<String> git(String command) {
    try {
      Process git =
          new ProcessBuilder(("git " + command).split(" "))
              .directory(ROOT.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      List<String> lines = git.inputReader().lines().toList();
      return git.waitFor() == 0
          ? lines.stream()
          : sources().stream().map(ROOT::relativize).map(Path::toString);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Every file that people write and read: pages, sources, poms, scripts. */
  static Stream<Path> texts() {
    List<Path> found = new ArrayList<>();
    try {
      Files.walkFileTree(
          ROOT,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes ignored) {
              return MADE.contains(String.valueOf(folder.getFileName()))
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes ignored) {
              if (TEXT.matcher(file.getFileName().toString()).matches()) {
                found.add(file);
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found.stream();
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Stream<Path> modules() {
    try (Stream<Path> found = Files.walk(ROOT, 3)) {
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
