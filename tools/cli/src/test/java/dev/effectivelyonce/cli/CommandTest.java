package dev.effectivelyonce.cli;

import dev.effectivelyonce.operations.bench.LocalAws;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tests of commands on the consumer "orders", a minute after {@link Bench#NOW}. */
abstract class CommandTest {
  @RegisterExtension static final LocalAws AWS = new LocalAws();

  Bench bench;

  @BeforeEach
  final void open(@TempDir Path directory) {
    bench = opened(directory);
  }

  Bench opened(Path directory) {
    return Bench.at(AWS, directory);
  }
}
