package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.DeliveryEngine;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.testkit.InMemoryEffects;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
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

  /** A row, found by what its second column begins with. */
  enum Mode {
    TRANSACTIONAL("transactional", RERUN),
    SINGLE_SHOT("single shot", RERUN),
    STEP_ASK("step, `ask`", RERUN),
    STEP_RERUN("step, `rerun`", RERUN),
    STEP_HOLD("step, `hold`", RERUN),
    PLAIN_RERUN("plain, `RERUN`", RERUN),
    PLAIN_HOLD("plain, `HOLD`", HOLD);

    private final String title;
    private final AbandonedClaimPolicy policy;

    Mode(String title, AbandonedClaimPolicy policy) {
      this.title = title;
      this.policy = policy;
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
  }

  private static Stream<Arguments> cells() {
    return Arrays.stream(Mode.values())
        .flatMap(
            mode -> Arrays.stream(Trouble.values()).map(trouble -> Arguments.of(mode, trouble)));
  }

  @ParameterizedTest
  @MethodSource("cells")
  void holds(Mode mode, Trouble trouble) throws IOException {
    Event event = new Event(mode, trouble);

    event.isDelivered();
    event.isRedelivered();

    assertThat(event.cameTo()).isEqualTo(cell(mode, trouble));
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

  /** One event, whose first attempt is in trouble. */
  private static final class Event {
    private final Bench bench;
    private final Gateway gateway = new Gateway();
    private final Mode mode;
    private final Trouble trouble;
    private int effects;
    private boolean isDead;
    private boolean isTroubled;

    Event(Mode mode, Trouble trouble) {
      this.bench = new Bench(mode.policy);
      this.mode = mode;
      this.trouble = trouble;
    }

    void isDelivered() {
      if (trouble == Trouble.LOST_ANSWER) {
        bench.store.loseAnswerOfNext(Verb.COMPLETE, 1);
        bench.store.loseAnswerOfNext(Verb.COMMIT, 1);
      }
      try {
        execute(Steps.around(bench.store, this::unlessDead));
      } catch (Crash e) {
        // The next delivery has to cope.
      }
    }

    /** After every claim has lapsed, as a queue does. */
    void isRedelivered() {
      isDead = false;
      for (int i = 0; i < 3; i++) {
        bench.lapse();
        execute(bench.store);
      }
    }

    private void execute(IdempotencyStore view) {
      DeliveryEngine engine =
          mode == Mode.SINGLE_SHOT ? bench.singleShot(view) : bench.engine(view);
      engine.execute(bench.request(), this::handle);
    }

    private HandlerResult handle(Attempt attempt) throws Exception {
      return switch (mode) {
        case TRANSACTIONAL, SINGLE_SHOT -> {
          before();
          yield HandlerResult.commit(InMemoryEffects.of(() -> effects++));
        }
        case STEP_ASK -> step(attempt, StepPolicy.ask(String.class, gateway::find));
        case STEP_RERUN -> step(attempt, StepPolicy.rerun(String.class));
        case STEP_HOLD -> step(attempt, StepPolicy.hold(String.class));
        case PLAIN_RERUN, PLAIN_HOLD -> {
          before();
          effects++;
          after();
          yield HandlerResult.completed();
        }
      };
    }

    private HandlerResult step(Attempt attempt, StepPolicy<String> policy) throws Exception {
      attempt
          .steps()
          .run(
              "charge",
              policy,
              key -> {
                before();
                String receipt = gateway.does("charge").perform(key);
                after();
                return receipt;
              });
      return HandlerResult.completed();
    }

    private void before() {
      if (isTroubledBy(Trouble.DIES_BEFORE)) {
        die();
      } else if (isTroubledBy(Trouble.TAKEN_OVER)) {
        bench.lapse();
        execute(bench.store);
      }
    }

    private void after() {
      if (isTroubledBy(Trouble.DIES_AFTER)) {
        die();
      }
    }

    private boolean isTroubledBy(Trouble one) {
      boolean isNow = trouble == one && !isTroubled;
      isTroubled |= isNow;
      return isNow;
    }

    private void die() {
      isDead = true;
      throw new Crash();
    }

    private Object unlessDead(Callable<Object> call) throws Exception {
      if (isDead) {
        throw new Crash();
      }
      Object answer = call.call();
      if (answer instanceof CommitResult.Committed) {
        after();
      }
      return answer;
    }

    String cameTo() {
      long happened = effects + gateway.effects("charge");
      String often =
          switch ((int) happened) {
            case 0 -> "never";
            case 1 -> "once";
            case 2 -> "twice";
            default -> happened + " times";
          };
      return bench.record().status() == Status.UNKNOWN ? often + ", held" : often;
    }
  }
}
