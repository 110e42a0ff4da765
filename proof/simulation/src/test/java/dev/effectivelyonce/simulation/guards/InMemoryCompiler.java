package dev.effectivelyonce.simulation.guards;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles a source file against the class path, into memory. */
final class InMemoryCompiler {
  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(SourceFile file) {
      super(uri(file.className(), Kind.SOURCE), Kind.SOURCE);
      this.text = file.text();
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  private static final class Output extends SimpleJavaFileObject {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Output(String className) {
      super(uri(className, Kind.CLASS), Kind.CLASS);
    }

    @Override
    public OutputStream openOutputStream() {
      return bytes;
    }
  }

  private static final class Files extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, Output> outputs = new HashMap<>();

    Files(JavaFileManager standard) {
      super(standard);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
      return outputs.computeIfAbsent(className, Output::new);
    }
  }

  private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
  private final String classPath;

  InMemoryCompiler(String classPath) {
    this.classPath = classPath;
  }

  /**
   * The classes of a source file, by their names.
   *
   * @throws IllegalStateException if it does not compile
   */
  Map<String, byte[]> compile(SourceFile file) {
    Files files = new Files(compiler.getStandardFileManager(null, null, null));
    StringWriter messages = new StringWriter();
    List<String> options = List.of("-proc:none", "-nowarn", "-cp", classPath);
    boolean compiled =
        compiler.getTask(messages, files, null, options, null, List.of(new Source(file))).call();
    if (!compiled) {
      throw new IllegalStateException(file.className() + " does not compile: " + messages);
    }
    return files.outputs.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, it -> it.getValue().bytes.toByteArray()));
  }

  private static URI uri(String className, JavaFileObject.Kind kind) {
    return URI.create("memory:///" + className.replace('.', '/') + kind.extension);
  }
}
