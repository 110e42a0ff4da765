package dev.effectivelyonce.cli;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests of commands on the consumer "orders", a minute after {@link Bench#NOW}. */
abstract class CommandTest {
  Bench bench;

  @BeforeEach
  final void open(@TempDir Path directory) {
    bench = opened(directory);
  }

  Bench opened(Path directory) {
    return Bench.at(directory);
  }
}
