package dev.effectivelyonce.simulation.guards;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Loads the project's classes anew, some of them changed, and the tests of the library's modules
 * beside them. Everything else comes from the class path as it is.
 */
final class ChangedClasses extends ClassLoader {
  private static final String OURS = "dev.effectivelyonce.";
  private static final List<String> TESTED =
      List.of(
          "library/core",
          "library/batch",
          "library/sqs",
          "library/http",
          "library/store-contracts",
          "library/replay",
          "library/outbox",
          "library/powertools",
          "library/postgres",
          "proof/engine-tests");

  private final Path root;
  private final ClassLoader parent;
  private final Map<String, byte[]> changed;

  ChangedClasses(Path root, ClassLoader parent, Map<String, byte[]> changed) {
    super(parent);
    this.root = root;
    this.parent = parent;
    this.changed = Map.copyOf(changed);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(OURS)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    byte[] bytes =
        Optional.ofNullable(changed.get(name))
            .or(() -> original(file(name)))
            .or(() -> test(file(name)))
            .orElseThrow(() -> new ClassNotFoundException(name));
    return defineClass(name, bytes, 0, bytes.length);
  }

  private static String file(String name) {
    return name.replace('.', '/') + ".class";
  }

  private Optional<byte[]> original(String file) {
    try (InputStream bytes = parent.getResourceAsStream(file)) {
      return bytes == null ? Optional.empty() : Optional.of(bytes.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<byte[]> test(String file) {
    return TESTED.stream()
        .flatMap(
            module ->
                Stream.of("test-classes", "classes")
                    .map(kind -> root.resolve(module + "/target/" + kind + "/" + file)))
        .filter(Files::exists)
        .findFirst()
        .map(ChangedClasses::read);
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
