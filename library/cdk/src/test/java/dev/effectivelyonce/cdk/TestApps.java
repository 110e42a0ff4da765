package dev.effectivelyonce.cdk;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import software.amazon.awscdk.App;
import software.amazon.awscdk.AppProps;

/** CDK apps of tests: their output and their function code stay in the test's directory. */
public final class TestApps {
  private TestApps() {}

  /** An app that writes below the directory. */
  public static App in(Path directory) {
    return in(directory, Map.of());
  }

  /** An app that writes below the directory, with context as {@code -c} would give it. */
  public static App in(Path directory, Map<String, String> context) {
    return new App(
        AppProps.builder()
            .outdir(directory.resolve("cdk.out").toString())
            .context(context)
            .analyticsReporting(false)
            .treeMetadata(false)
            .build());
  }

  /** A directory that stays: with {@code -Pchecks} other tools check the templates in it. */
  static Path checked(String name) {
    return Path.of("target/checks", name);
  }

  /** The bytes of a class that has a public method {@code handleRequest}. */
  static byte[] standIn() throws IOException {
    try (InputStream in = StandIn.class.getResourceAsStream("StandIn.class")) {
      return Objects.requireNonNull(in, "StandIn.class").readAllBytes();
    }
  }

  /** A package that holds these classes, or what stands for them. */
  public static Path zip(Path zip, List<String> classes) {
    try {
      Files.createDirectories(zip.resolveSibling("."));
      try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
        for (String name : classes) {
          ZipEntry entry = new ZipEntry(name.replace('.', '/') + ".class");
          // The same bytes each time: the asset's hash is part of templates that are compared.
          entry.setTime(0);
          out.putNextEntry(entry);
          out.write(standIn());
        }
      }
      return zip;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
