package dev.effectivelyonce.integration.environment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the build has synthesized, with one difference: the address of the payment gateway, which
 * the stack leaves to whoever runs it.
 */
final class SynthesizedStack {
  /** Where a trial stack looks for it: nobody listens there. */
  private static final String NOWHERE = "http://127.0.0.1:9";

  private final Path projectRoot;

  SynthesizedStack(Path projectRoot) {
    this.projectRoot = projectRoot;
  }

  /** A copy that calls this gateway; the functions' code is linked to. */
  Path calling(URI gateway) {
    Path synthesized = projectRoot.resolve("infra/target/cdk.out");
    try (Stream<Path> files = Files.list(synthesized)) {
      Path copy =
          Files.createTempDirectory(
              projectRoot.resolve("proof/integration-tests/target"), "cdk.out-");
      write(files.toList(), copy, gateway);
      return copy;
    } catch (IOException e) {
      throw new UncheckedIOException("No copy of " + synthesized + " can be made", e);
    }
  }

  private static void write(List<Path> all, Path directory, URI gateway) throws IOException {
    Path template =
        all.stream()
            .filter(file -> file.toString().endsWith(".template.json"))
            .findFirst()
            .orElseThrow();
    String before = Files.readString(template);
    if (!before.contains(NOWHERE)) {
      throw new UnusableEnvironmentException(
          template + " has no " + NOWHERE + ": synthesize the stage trial, mvn package.");
    }
    String after = before.replace(NOWHERE, gateway.toString());
    for (Path file : all) {
      Path copy = directory.resolve(file.getFileName());
      if (file.equals(template)) {
        Files.writeString(copy, after);
      } else if (file.toString().endsWith(".json")) {
        // The template is an asset, known by the hash of its content.
        Files.writeString(copy, Files.readString(file).replace(hash(before), hash(after)));
      } else {
        Files.createSymbolicLink(copy, file);
      }
    }
  }

  private static String hash(String content) {
    try {
      byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("Every Java has SHA-256", e);
    }
  }
}
