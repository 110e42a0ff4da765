package dev.effectivelyonce.tests.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Values of types that the engine meets for the first time: it remembers what it found of a type.
 * Some are of libraries that it knows by name alone.
 */
class PendingTypesTest {
  private static final List<String> OF_LIBRARIES =
      List.of(
          "io.reactivex.CompletableSource",
          "io.reactivex.MaybeSource",
          "io.reactivex.ObservableSource",
          "io.reactivex.SingleSource",
          "io.reactivex.disposables.Disposable",
          "io.reactivex.rxjava3.core.CompletableSource",
          "io.reactivex.rxjava3.core.MaybeSource",
          "io.reactivex.rxjava3.core.ObservableSource",
          "io.reactivex.rxjava3.core.SingleSource",
          "io.reactivex.rxjava3.disposables.Disposable",
          "io.smallrye.mutiny.Uni",
          "io.vertx.core.Future",
          "kotlinx.coroutines.Job",
          "kotlinx.coroutines.flow.Flow",
          "org.reactivestreams.Publisher",
          "reactor.core.Disposable",
          "scala.concurrent.Awaitable");

  @TempDir private Path directory;

  @Test
  void workOfAnotherLibraryIsNoEnd() throws Exception {
    List<String> values = new ArrayList<>(List.of("new Other()"));
    StringBuilder made = new StringBuilder("class Other {}");
    for (String type : OF_LIBRARIES) {
      int dot = type.lastIndexOf('.');
      source(
          type,
          "package %s; public interface %s {}"
              .formatted(type.substring(0, dot), type.substring(dot + 1)));
      String name = type.replace('.', '_');
      made.append(
          """
          class Direct_%2$s implements %1$s {}
          class Inherited_%2$s extends Direct_%2$s {}
          interface More_%2$s extends %1$s {}
          class Indirect_%2$s implements More_%2$s {}
          """
              .formatted(type, name));
      Stream.of("Direct", "Inherited", "Indirect")
          .forEach(kind -> values.add("new %s_%s()".formatted(kind, name)));
    }

    assertThat(ends(made.toString(), String.join(", ", values))).containsExactly("Other");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "class A implements Runnable { public void run() {} } | new A()                   | false",
        "record A(int count, String id, Object in) {}   | new A(1, \"\", FUTURE)            |"
            + " false",
        "record A(int count, String id, Object in) {}   | new A(1, \"\", \"\")              | true",
        "record A(Object in, Object next) {}            | new A(null, FUTURE)               |"
            + " false",
        "record A(String id) { static final Object IN = Made.FUTURE; } | new A(\"\")        | true",
        "enum A implements Runnable { B; public void run() {} } record C(A in) {} | new C(A.B) |"
            + " true",
        "class A { final Object in = Made.FUTURE; }     | new A()                           | true",
        "record A(Object in) {} | new A(new A(new A(new A(FUTURE))))         | false",
        "record A(Object in) {} | new A(new A(new A(new A(new A(FUTURE)))))  | true",
      })
  void ofAUsersTypesTheComponentsOfRecordsAreSearchedFourLevelsDeep(
      String types, String value, boolean isEnd) throws Exception {
    assertThat(ends(types, value)).hasSize(isEnd ? 1 : 0);
  }

  /** Returns the types, which are new, of those values with which an event is done. */
  private List<String> ends(String types, String values) throws Exception {
    source(
        "Made",
        """
        public final class Made {
          static final Object FUTURE = new java.util.concurrent.CompletableFuture<>();
          public static Object[] values() { return new Object[] {%s}; }
        }
        %s
        """
            .formatted(values, types));
    try (Stream<Path> sources = Files.walk(directory);
        URLClassLoader fresh = new URLClassLoader(new URL[] {directory.toUri().toURL()})) {
      String[] files =
          sources.map(Path::toString).filter(it -> it.endsWith(".java")).toArray(String[]::new);
      assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, files)).isZero();
      Object[] made = (Object[]) fresh.loadClass("Made").getMethod("values").invoke(null);
      return Stream.of(made)
          .filter(PendingTypesTest::isEnd)
          .map(value -> value.getClass().getName())
          .toList();
    }
  }

  private static boolean isEnd(Object value) {
    return new Bench(AbandonedClaimPolicy.RERUN)
        .deliver(attempt -> HandlerResult.completed(value))
        .isDone();
  }

  private void source(String type, String text) throws IOException {
    Path file = directory.resolve(type.replace('.', '/') + ".java");
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
