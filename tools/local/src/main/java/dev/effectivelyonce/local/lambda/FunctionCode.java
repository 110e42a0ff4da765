package dev.effectivelyonce.local.lambda;

import dev.effectivelyonce.local.LocalRunnerException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/** A function's zip, unpacked as Lambda unpacks it into /var/task. */
final class FunctionCode {
  private FunctionCode() {}

  /** The jars of lib/, in the order in which Lambda's runtime lists them. */
  static List<Path> jars(Path code) {
    Path lib = code.resolve("lib");
    if (!Files.isDirectory(lib)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(lib)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    } catch (IOException e) {
      throw new LocalRunnerException("Cannot list " + lib + ": " + e.getMessage(), e);
    }
  }

  /** Returns whether Lambda's runtime finds a class there: in the root, or in a jar of lib/. */
  static boolean holds(Path code, String className) {
    String file = className.replace('.', '/') + ".class";
    return Files.isRegularFile(code.resolve(file))
        || jars(code).stream().anyMatch(jar -> holdsEntry(jar, file));
  }

  private static boolean holdsEntry(Path jar, String name) {
    try (ZipFile entries = new ZipFile(jar.toFile())) {
      return entries.getEntry(name) != null;
    } catch (IOException e) {
      throw new LocalRunnerException("Cannot read " + jar + ": " + e.getMessage(), e);
    }
  }

  /**
   * Unpacks a zip in the place of whatever is there: jars of an earlier package would be found
   * first.
   */
  static void unpack(Path zip, Path target) {
    try (InputStream file = Files.newInputStream(zip);
        ZipInputStream entries = new ZipInputStream(file)) {
      clear(target);
      Files.createDirectories(target);
      for (ZipEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
        unpack(entry, entries, target);
      }
    } catch (IOException e) {
      throw new LocalRunnerException(
          "Cannot unpack the function's zip " + zip + ": " + e.getMessage(), e);
    }
  }

  private static void clear(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static void unpack(ZipEntry entry, InputStream content, Path target) throws IOException {
    Path file = target.resolve(entry.getName()).normalize();
    if (!file.startsWith(target)) {
      throw new IOException("an entry leads out of the zip: " + entry.getName());
    }
    if (entry.isDirectory()) {
      Files.createDirectories(file);
      return;
    }
    Files.createDirectories(file.resolveSibling("."));
    Files.copy(content, file, StandardCopyOption.REPLACE_EXISTING);
  }
}
