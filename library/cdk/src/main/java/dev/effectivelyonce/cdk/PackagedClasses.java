package dev.effectivelyonce.cdk;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/** The classes that Lambda finds in a package: in its root, and in the jars under {@code lib/}. */
final class PackagedClasses {
  private final Map<String, String> wanted;
  private final Map<String, ClassOutline> found = new HashMap<>();

  private PackagedClasses(Set<String> wanted) {
    this.wanted =
        wanted.stream()
            .collect(Collectors.toMap(name -> name.replace('.', '/') + ".class", name -> name));
  }

  /**
   * Returns those of the classes that a zip or a folder holds, by their names.
   *
   * @throws IOException if the package or one of them can't be read
   */
  static Map<String, ClassOutline> find(Path path, Set<String> classes) throws IOException {
    PackagedClasses search = new PackagedClasses(classes);
    if (Files.isDirectory(path)) {
      search.inFolder(path);
    } else {
      search.inZip(path);
    }
    return search.found;
  }

  /**
   * Returns whether neither a class nor what it inherits from has a public method of this name. Of
   * supertypes that are not in the package, such as those of a layer, nothing is known.
   *
   * @param outline of the class
   * @throws IOException if the package can't be read
   */
  static boolean lacks(Path path, ClassOutline outline, String method) throws IOException {
    Set<String> seen = new HashSet<>();
    List<ClassOutline> level = List.of(outline);
    while (!level.isEmpty()) {
      if (level.stream().anyMatch(it -> it.publicMethods().contains(method))) {
        return false;
      }
      Set<String> above =
          level.stream()
              .flatMap(it -> it.supertypes().stream())
              .filter(name -> !name.startsWith("java.") && seen.add(name))
              .collect(Collectors.toSet());
      Map<String, ClassOutline> known = above.isEmpty() ? Map.of() : find(path, above);
      if (known.size() < above.size()) {
        return false;
      }
      level = List.copyOf(known.values());
    }
    return true;
  }

  private void inFolder(Path folder) throws IOException {
    for (String file : List.copyOf(wanted.keySet())) {
      if (Files.isRegularFile(folder.resolve(file))) {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(folder.resolve(file)))) {
          take(file, in);
        }
      }
    }
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
      for (String file : List.copyOf(wanted.keySet())) {
        ZipEntry entry = zip.getEntry(file);
        if (entry != null) {
          try (InputStream in = new BufferedInputStream(zip.getInputStream(entry))) {
            take(file, in);
          }
        }
      }
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
        if (wanted.containsKey(entry.getName())) {
          take(entry.getName(), zip);
        }
        entry = zip.getNextEntry();
      }
    }
  }

  private void take(String file, InputStream in) throws IOException {
    String name = wanted.remove(file);
    if (name != null) {
      try {
        found.put(name, ClassOutline.read(in));
      } catch (IOException e) {
        throw new IOException(file + " in it is no class: " + e.getMessage(), e);
      }
    }
  }
}
