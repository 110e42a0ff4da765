package dev.effectivelyonce.local.lambda;

import com.amazonaws.services.lambda.runtime.api.client.AWSLambda;
import dev.effectivelyonce.local.LocalRunnerException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The native part of the Runtime Interface Client. By default each process would unpack it to one
 * fixed file in /tmp. Two processes that start at the same time would map what the other is
 * writing: SIGBUS. On Lambda each environment has a /tmp of its own.
 */
final class NativeClientLibrary {
  private static final String PROPERTY =
      "com.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.JNI";

  private NativeClientLibrary() {}

  /** Unpacks the library, unless it is there, and returns the option that names it. */
  static String option(Path folder) {
    String name = name(System.getProperty("os.arch"));
    Path library = folder.resolve(name);
    if (!Files.exists(library)) {
      unpack(name, library);
    }
    return "-D" + PROPERTY + "=" + library;
  }

  private static String name(String architecture) {
    boolean arm = architecture.equals("aarch64");
    boolean musl = Files.exists(Path.of("/lib/ld-musl-" + (arm ? "aarch64" : "x86_64") + ".so.1"));
    return "libaws-lambda-jni.linux%s-%s.so"
        .formatted(musl ? "_musl" : "", arm ? "aarch_64" : "x86_64");
  }

  /** Moved into place in one step, so that no process ever maps half of it. */
  private static void unpack(String name, Path library) {
    try (InputStream content = AWSLambda.class.getResourceAsStream("/jni/" + name)) {
      if (content == null) {
        throw new LocalRunnerException(
            "The Runtime Interface Client has no native library " + name);
      }
      Path folder = Files.createDirectories(library.resolveSibling("."));
      Path whole = Files.createTempFile(folder, name, null);
      Files.copy(content, whole, StandardCopyOption.REPLACE_EXISTING);
      Files.move(whole, library, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new LocalRunnerException("Cannot unpack " + library + ": " + e.getMessage(), e);
    }
  }
}
