package dev.effectivelyonce.simulation.exploration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.simulation.exploration.Explorations.Bounds;
import dev.effectivelyonce.simulation.exploration.Scenario.Actor;
import dev.effectivelyonce.simulation.exploration.Scenario.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Every interleaving, within the bounds of {@link Scenarios}. {@code -Dexploration=whole} takes
 * those of {@code -Pfull}, and {@code deep} larger ones. The table is left in {@code
 * target/exploration.md}.
 */
class ExplorationTest {
  private static final Pattern ROW = Pattern.compile("\\| ([^|]+) \\| [^|]+ \\| ([0-9,]+) \\| .*");

  @Test
  void noInterleavingBreaksAPromiseAndNoneIsLeftOut() throws IOException {
    Bounds bounds =
        Bounds.valueOf(System.getProperty("exploration", "small").toUpperCase(Locale.ROOT));
    List<String> table = Collections.synchronizedList(new ArrayList<>());

    List<Exploration> found = new Explorations(System::nanoTime).explore(bounds, table::add);

    Files.createDirectories(Path.of("target"));
    Files.writeString(Path.of("target/exploration.md"), String.join("", table));
    assertThat(found).flatExtracting(it -> it.broken().stream().toList()).isEmpty();
    if (bounds != Bounds.DEEP) {
      Map<String, Integer> recorded = recorded();
      assertThat(recorded.keySet()).containsAll(found.stream().map(Exploration::scenario).toList());
      if (bounds == Bounds.WHOLE) {
        assertThat(recorded).hasSameSizeAs(found);
      }
      assertThat(found)
          .allSatisfy(
              it ->
                  assertThat(it.states())
                      .as(it.scenario())
                      .isGreaterThan(recorded.getOrDefault(it.scenario(), 0) * 3 / 4));
    }
  }

  /** The states of each scenario, as the page tells them. */
  private static Map<String, Integer> recorded() throws IOException {
    Path page = Path.of(System.getProperty("project.root", "../.."), "docs/proof-exploration.md");
    Map<String, Integer> states = new HashMap<>();
    for (String line : Files.readAllLines(page)) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        states.put(row.group(1), Integer.valueOf(row.group(2).replace(",", "")));
      }
    }
    return states;
  }

  @Test
  void theSameScenarioVisitsTheSameStates() {
    Scenario small = two(new Limits(2, 1, 0, 0));

    Exploration once = new Explorer(small).explore(Integer.MAX_VALUE);
    Exploration again = new Explorer(small).explore(Integer.MAX_VALUE);

    assertThat(again).isEqualTo(once);
    assertThat(once.counterexample()).isEmpty();
    assertThat(once.states()).isGreaterThan(1000);
  }

  /** States that are merged stand for all their histories: counted without merging, too. */
  @Test
  void mergingLosesNoHistory() {
    Scenario tiny = two(new Limits(1, 0, 0, 0));

    double merged = new Explorer(tiny).explore(Integer.MAX_VALUE).histories();

    assertThat(merged).isGreaterThan(1000).isEqualTo(countedOneByOne(tiny));
  }

  private static Scenario two(Limits limits) {
    return new Scenario(
        "two workers",
        AbandonedClaimPolicy.RERUN,
        List.of(Actor.worker(1), Actor.worker(1)),
        EnumSet.of(HandlerStep.EFFECT, HandlerStep.COMPLETE),
        limits);
  }

  private static double countedOneByOne(Scenario scenario) {
    Programs programs = new Programs(scenario);
    return counted(new Steps(scenario, programs, new Judge(scenario)), State.initial(scenario));
  }

  private static double counted(Steps steps, State state) {
    List<Action> actions = Enabled.in(state);
    return actions.isEmpty()
        ? 1
        : actions.stream().mapToDouble(it -> counted(steps, steps.after(state, it))).sum();
  }
}
