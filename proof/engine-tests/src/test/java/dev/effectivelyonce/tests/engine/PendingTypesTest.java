package dev.effectivelyonce.tests.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Values of types that the engine meets for the first time: it remembers what it found of a type.
 * Some are of libraries that it knows by name alone.
 */
class PendingTypesTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
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
        "scala.concurrent.Awaitable"
      })
  void workOfAnotherLibraryIsNoEnd(String type) throws Exception {
    int dot = type.lastIndexOf('.');
    source(
        type,
        "package %s; public interface %s {}"
            .formatted(type.substring(0, dot), type.substring(dot + 1)));

    assertThat(
            ends(
                """
                class Direct implements %1$s {}
                class Inherited extends Direct {}
                interface More extends %1$s {}
                class Indirect implements More {}
                class Other {}
                """
                    .formatted(type),
                "new Direct(), new Inherited(), new Indirect(), new Other()"))
        .containsExactly(false, false, false, true);
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
    assertThat(ends(types, value)).containsExactly(isEnd);
  }

  /** Returns of each value, of types that are new, whether an event with it is done. */
  private List<Boolean> ends(String types, String values) throws Exception {
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
      return Stream.of(made).map(PendingTypesTest::isEnd).toList();
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
