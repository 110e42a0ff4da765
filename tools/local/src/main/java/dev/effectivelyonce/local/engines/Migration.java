package dev.effectivelyonce.local.engines;

import dev.effectivelyonce.local.LocalRunnerException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * A file of a package with tables, by Flyway's convention: {@code V1__effectively_once.sql}.
 *
 * @param version by which files are run
 * @param path in its jar
 */
record Migration(int version, String path, String sql) implements Comparable<Migration> {
  private static final Pattern NAME = Pattern.compile("(?:.*/)?V([0-9]{1,9})__[^/]+\\.sql");
  private static final Comparator<Migration> ORDER =
      Comparator.comparingInt(Migration::version)
          .thenComparing(Migration::path)
          .thenComparing(Migration::sql);

  /** Returns the files in the jars of a function's zip. */
  static List<Migration> of(Path zip) {
    try (InputStream file = Files.newInputStream(zip);
        ZipInputStream entries = new ZipInputStream(file)) {
      List<Migration> found = new ArrayList<>();
      for (ZipEntry jar = entries.getNextEntry(); jar != null; jar = entries.getNextEntry()) {
        if (jar.getName().endsWith(".jar")) {
          found.addAll(inJar(new ZipInputStream(entries)));
        }
      }
      return found;
    } catch (IOException e) {
      throw new LocalRunnerException(
          "Cannot read the tables in the function's zip " + zip + ": " + e.getMessage(), e);
    }
  }

  /** Reads a jar within a zip, which is not closed: the zip goes on behind it. */
  private static List<Migration> inJar(ZipInputStream jar) throws IOException {
    List<Migration> found = new ArrayList<>();
    for (ZipEntry entry = jar.getNextEntry(); entry != null; entry = jar.getNextEntry()) {
      Matcher name = NAME.matcher(entry.getName());
      if (name.matches()) {
        String sql = new String(jar.readAllBytes(), StandardCharsets.UTF_8);
        found.add(new Migration(Integer.parseInt(name.group(1)), entry.getName(), sql));
      }
    }
    return found;
  }

  @Override
  public int compareTo(Migration other) {
    return ORDER.compare(this, other);
  }
}
