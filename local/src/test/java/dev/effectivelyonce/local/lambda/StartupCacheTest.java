package dev.effectivelyonce.local.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.fixture.TestStack;
import dev.effectivelyonce.local.lambda.InvocationResult.Succeeded;
import dev.effectivelyonce.local.system.LocalSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartupCacheTest {
  @Test
  void itIsMadeOnceAndFunctionsRunWithIt(@TempDir Path folder) throws IOException {
    FileTime made;
    try (LocalSystem system = TestStack.in(folder).start()) {
      system.prepareStarts();
      made = Files.getLastModifiedTime(cache(folder));
    }
    try (LocalSystem system = TestStack.in(folder).start()) {
      system.prepareStarts();
      assertThat(Files.getLastModifiedTime(cache(folder))).isEqualTo(made);
      assertThat(system.invoke("Test-Function", "{\"say\":\"hello\"}"))
          .isEqualTo(new Succeeded("{\"say\":\"hello\"}"));
      assertThat(Files.readString(system.function("Test-Function").log())).doesNotContain("[aot]");
    }
  }

  private static Path cache(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("work").resolve("startup"))) {
      List<Path> caches = files.filter(it -> it.toString().endsWith(".aot")).toList();
      assertThat(caches).hasSize(1);
      return caches.get(0);
    }
  }
}
