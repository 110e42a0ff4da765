package dev.effectivelyonce.cli;

import java.nio.file.Path;

/** Tests of commands that run now: queues have their own clock. */
abstract class LiveCommandTest extends CommandTest {
  @Override
  Bench opened(Path directory) {
    return Bench.live(directory);
  }
}
