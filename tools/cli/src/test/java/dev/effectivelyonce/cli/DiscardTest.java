package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.Bench.Run;
import dev.effectivelyonce.operations.bench.LocalAws;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A discard deletes what it has shown. */
class DiscardTest {
  @RegisterExtension static final LocalAws AWS = new LocalAws();

  @Test
  void whatComesWhileTheUserReadsIsNotDiscarded(@TempDir Path directory) {
    Bench bench = Bench.live(AWS, directory);
    bench.sendDead("not json");

    Run run =
        bench.runDoing(
            () -> bench.sendDead("nor this"),
            "dead-letters",
            "discard",
            "--consumer=orders",
            "--all",
            "--reason=INC-1");

    assertThat(run.err()).contains("Discard 1 dead letter of");
    assertThat(run.out()).contains("discarded                                1");
    assertThat(bench.bodies(bench.deadLetters())).containsOnly("nor this");
  }
}
