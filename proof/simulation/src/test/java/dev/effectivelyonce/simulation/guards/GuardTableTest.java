package dev.effectivelyonce.simulation.guards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.simulation.check.Invariant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What the pages tell about guards and invariants is what is tried: else {@code -Dguards=record}
 * the guards anew.
 */
class GuardTableTest {
  private static final Pattern COUNT = Pattern.compile("(\\d+) guards");

  private static final Pattern INVARIANT =
      Pattern.compile("^\\| `([A-Z_]+)` \\|", Pattern.MULTILINE);

  private static final Path ROOT = Path.of(System.getProperty("project.root", "../.."));

  @Test
  void thePageTellsEachGuardAndWhoNoticesIt() {
    List<String> tried =
        GuardList.all().stream()
            .map(it -> it.id() + " | " + it.protects() + " | " + GuardTable.by(it.catcher()))
            .toList();

    assertThat(GuardTable.told(read(GuardTable.PAGE))).containsExactlyElementsOf(tried);
  }

  /** Trying them takes minutes: this says at once which of them a change has left behind. */
  @Test
  void eachGuardIsFoundInTheCode() {
    assertThat(GuardList.all())
        .allSatisfy(
            guard -> {
              SourceFile source = SourceFile.read(ROOT, guard.file());
              for (Guard.Edit edit : guard.edits()) {
                source = source.with(edit);
              }
            });
  }

  @Test
  void bothPagesTellHowManyThereAre() {
    assertThat(Stream.of("docs/proof.md", GuardTable.PAGE))
        .allSatisfy(
            page ->
                assertThat(COUNT.matcher(read(page)).results().map(it -> it.group(1)).distinct())
                    .containsExactly(String.valueOf(GuardList.all().size())));
  }

  @Test
  void thePageTellsEachInvariant() {
    List<String> told =
        INVARIANT
            .matcher(read("docs/proof-simulation.md"))
            .results()
            .map(it -> it.group(1))
            .toList();

    assertThat(told)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Invariant.values()).map(Enum::name).toList());
  }

  private static String read(String page) {
    try {
      return Files.readString(ROOT.resolve(page));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
