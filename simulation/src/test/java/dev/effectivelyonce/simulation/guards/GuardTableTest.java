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
import org.junit.jupiter.api.Test;

/**
 * What the page tells about guards and invariants is what is tried: else {@code -Dguards=record} it
 * anew.
 */
class GuardTableTest {
  private static final Pattern COUNT = Pattern.compile("(\\d+) guards");

  private static final Pattern INVARIANT =
      Pattern.compile("^\\| `([A-Z_]+)` \\|", Pattern.MULTILINE);

  private final String page = page();

  @Test
  void thePageTellsEachGuardAndWhoNoticesIt() {
    List<String> tried =
        GuardList.all().stream()
            .map(it -> it.id() + " | " + it.protects() + " | " + GuardTable.by(it.catcher()))
            .toList();

    assertThat(GuardTable.told(page)).containsExactlyElementsOf(tried);
  }

  @Test
  void thePageTellsHowManyThereAre() {
    List<String> counts = COUNT.matcher(page).results().map(it -> it.group(1)).distinct().toList();

    assertThat(counts).containsExactly(String.valueOf(GuardList.all().size()));
  }

  @Test
  void thePageTellsEachInvariant() {
    List<String> told = INVARIANT.matcher(page).results().map(it -> it.group(1)).toList();

    assertThat(told)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Invariant.values()).map(Enum::name).toList());
  }

  private static String page() {
    try {
      return Files.readString(Path.of(System.getProperty("project.root", ".."), GuardTable.PAGE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
