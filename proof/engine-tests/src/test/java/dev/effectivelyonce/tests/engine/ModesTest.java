package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each cell of the table of modes in docs/effects.md: how often the effect happened when all is
 * over.
 */
class ModesTest {
  private static final Path PAGE = Path.of("../../docs/effects.md");

  /** A row, found by what its second column begins with; the words of its effect. */
  enum Mode {
    TRANSACTIONAL("transactional", RERUN, "commits"),
    SINGLE_SHOT("single shot", RERUN, "commits"),
    STEP_ASK("step, `lookup`", RERUN, "charge/ask"),
    STEP_RERUN("step, `rerun`", RERUN, "charge/rerun"),
    STEP_HOLD("step, `hold`", RERUN, "charge/hold"),
    PLAIN_RERUN("plain, `RERUN`", RERUN, "acts"),
    PLAIN_HOLD("plain, `HOLD`", HOLD, "acts");

    private final String title;
    private final AbandonedClaimPolicy policy;
    private final String effect;

    Mode(String title, AbandonedClaimPolicy policy, String effect) {
      this.title = title;
      this.policy = policy;
      this.effect = effect;
    }

    /** The first delivery, with something just ahead of its effect. */
    private String ahead(String words) {
      return effect.startsWith("charge")
          ? "ahead:charge{%s} {%s}".formatted(words, effect)
          : "{%s %s}".formatted(words, effect);
    }

    /** The first delivery, whose process dies just behind its effect. */
    private String diesBehind() {
      return switch (effect) {
        case "commits" -> "after:COMMIT{dies} {commits}";
        case "acts" -> "{acts dies}";
        default -> "then:charge{dies} {%s} recovers".formatted(effect);
      };
    }
  }

  /** A column, by its title. */
  enum Trouble {
    DIES_BEFORE("dies before it"),
    DIES_AFTER("dies after it"),
    LOST_ANSWER("answer lost"),
    TAKEN_OVER("claim taken over");

    private final String title;

    Trouble(String title) {
      this.title = title;
    }

    private String of(Mode mode) {
      return switch (this) {
        case DIES_BEFORE -> mode.ahead("dies");
        case DIES_AFTER -> mode.diesBehind();
        case LOST_ANSWER -> "lose:COMPLETE lose:COMMIT {%s}".formatted(mode.effect);
        case TAKEN_OVER -> mode.ahead("lapse {%s}".formatted(mode.effect));
      };
    }
  }

  private static Stream<Arguments> cells() {
    return Arrays.stream(Mode.values())
        .flatMap(
            mode -> Arrays.stream(Trouble.values()).map(trouble -> Arguments.of(mode, trouble)));
  }

  /** After every claim has lapsed, a queue delivers again. */
  @ParameterizedTest
  @MethodSource("cells")
  void holds(Mode mode, Trouble trouble) throws IOException {
    String engine = mode == Mode.SINGLE_SHOT ? "single " : "";
    String again = " lapse {%s} lapse again lapse again".formatted(mode.effect);

    assertThat(Story.cameTo(mode.policy, engine + trouble.of(mode) + again))
        .isEqualTo(cell(mode, trouble));
  }

  private static String cell(Mode mode, Trouble trouble) throws IOException {
    List<List<String>> rows =
        Files.readAllLines(PAGE).stream()
            .filter(line -> line.startsWith("| "))
            .map(line -> Arrays.stream(line.split("\\|")).map(String::strip).toList())
            .dropWhile(row -> !row.contains(trouble.title))
            .toList();
    int column = rows.getFirst().indexOf(trouble.title);
    return rows.stream()
        .filter(row -> row.get(2).startsWith(mode.title))
        .map(row -> row.get(column))
        .collect(Collectors.joining(" and "));
  }
}
