package dev.effectivelyonce.cdk;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/** The classes that Lambda finds in a package: in its root, and in the jars under {@code lib/}. */
final class PackagedClasses {
  private final Set<String> wanted;

  private PackagedClasses(Set<String> wanted) {
    this.wanted = new HashSet<>(wanted);
  }

  /**
   * Returns those of the classes that a zip or a folder does not hold.
   *
   * @throws IOException if it can't be read
   */
  static Set<String> missing(Path path, Set<String> classes) throws IOException {
    PackagedClasses search = new PackagedClasses(classes);
    if (Files.isDirectory(path)) {
      search.inFolder(path);
    } else {
      search.inZip(path);
    }
    return search.wanted;
  }

  private void inFolder(Path folder) throws IOException {
    wanted.removeIf(name -> Files.isRegularFile(folder.resolve(file(name))));
    if (Files.isDirectory(folder.resolve("lib"))) {
      for (Path jar : jars(folder.resolve("lib"))) {
        inZip(jar);
      }
    }
  }

  private static List<Path> jars(Path lib) throws IOException {
    try (Stream<Path> files = Files.list(lib)) {
      return files.filter(it -> it.toString().endsWith(".jar")).toList();
    }
  }

  private void inZip(Path path) throws IOException {
    try (ZipFile zip = new ZipFile(path.toFile())) {
      wanted.removeIf(name -> zip.getEntry(file(name)) != null);
      for (ZipEntry entry : zip.stream().toList()) {
        if (!wanted.isEmpty() && entry.getName().matches("lib/[^/]+\\.jar")) {
          inJar(zip.getInputStream(entry));
        }
      }
    }
  }

  private void inJar(InputStream jar) throws IOException {
    try (ZipInputStream zip = new ZipInputStream(new BufferedInputStream(jar))) {
      ZipEntry entry = zip.getNextEntry();
      while (entry != null && !wanted.isEmpty()) {
        String name = entry.getName();
        wanted.removeIf(it -> file(it).equals(name));
        entry = zip.getNextEntry();
      }
    }
  }

  private static String file(String className) {
    return className.replace('.', '/') + ".class";
  }
}
