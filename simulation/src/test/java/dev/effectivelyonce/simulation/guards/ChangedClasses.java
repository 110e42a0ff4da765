package dev.effectivelyonce.simulation.guards;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * Loads the project's classes anew, some of them changed. Everything else comes from the class path
 * as it is.
 */
final class ChangedClasses extends ClassLoader {
  private static final String OURS = "dev.effectivelyonce.";

  private final ClassLoader parent;
  private final Map<String, byte[]> changed;

  ChangedClasses(ClassLoader parent, Map<String, byte[]> changed) {
    super(parent);
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
    byte[] bytes = changed.containsKey(name) ? changed.get(name) : original(name);
    return defineClass(name, bytes, 0, bytes.length);
  }

  private byte[] original(String name) throws ClassNotFoundException {
    String file = name.replace('.', '/') + ".class";
    try (InputStream bytes = parent.getResourceAsStream(file)) {
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return bytes.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
