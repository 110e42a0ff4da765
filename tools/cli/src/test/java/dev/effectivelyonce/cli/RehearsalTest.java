package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.problem.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RehearsalTest {
  @Test
  void eachCommandOfTheRehearsalGetsToItsResult(@TempDir Path folder) throws Exception {
    assertThat(Rehearsal.exitCodes(folder))
        .hasSizeGreaterThan(8)
        .containsOnly(ExitCode.DONE, ExitCode.REFUSED);
  }
}
