package dev.effectivelyonce.benchmarks.shares;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.benchmarks.engine.Engine;
import dev.effectivelyonce.benchmarks.scenario.Task;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("full")
class SharesTest {
  /** More than any machine has: this needs no right to make control groups. */
  private static final double ALL = 1_000;

  private final SharesPlan least =
      new SharesPlan(List.of(Engine.STAND_IN), List.of(ALL), List.of(1), 1);

  private final List<String> progress = new ArrayList<>();

  @TempDir private Path folder;

  @Test
  void aCellIsMeasuredOnceACommit() {
    Map<String, String> tables = new Shares(progress::add, folder, "a1").run(least);

    assertThat(progress).first().asString().startsWith("4 of 4 cells are left");
    assertThat(tables.get("shares-of-each"))
        .contains("1 all new, no effect", "single shot, of plain", "of own single writes")
        .doesNotContain("processor time");

    progress.clear();
    assertThat(new Shares(progress::add, folder, "a1").run(least)).isEqualTo(tables);
    assertThat(progress).singleElement().asString().startsWith("0 of 4 cells are left");
  }

  @Test
  void thePlanHasEachShareAndEngineOfTheGoals() {
    SharesPlan whole =
        new SharesPlan(List.of(Engine.values()), SharesPlan.CPUS, SharesPlan.SIZES, 7);

    assertThat(whole.cells()).hasSize(2 * 4 * 18 * 2).doesNotHaveDuplicates();
    assertThat(whole.cells())
        .extracting(Cell::batch)
        .contains(
            "1,000 10 % duplicates, a PutItem each",
            "10 FIFO, 3 groups, all new, no effect", "2 all duplicates, no effect");
    assertThat(whole.cells())
        .allSatisfy(
            cell ->
                assertThat(cell.contenders().size())
                    .isGreaterThanOrEqualTo(cell.task() == Task.ROW ? 5 : 3));
  }
}
