package dev.effectivelyonce.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.operations.deadletters.Letter;
import dev.effectivelyonce.operations.deadletters.LetterSummary.Group;
import dev.effectivelyonce.replay.ReplayDecision;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LetterTallyTest {
  private final LetterTally tally = new LetterTally(0);

  @Test
  void ofManyLettersItCountsAllAndKeepsTheFirstOfEachGroup() {
    fill(tally, 100_000, i -> "Cause " + i % 2);

    assertThat(tally.count()).isEqualTo(100_000);
    assertThat(tally.groups())
        .hasSize(2)
        .allSatisfy(it -> assertThat(it.count()).isEqualTo(50_000));
    assertThat(tally.like("L-1")).hasSize(50).allMatch(it -> it.cause().equals("Cause 1"));
    assertThat(tally.like("L-99999")).isEmpty();
  }

  @Test
  void ofLettersThatHaveNoCauseInCommonItKeepsSoManyAndNoMore() {
    fill(tally, 10_000, i -> "Cause " + i);

    assertThat(tally.count()).isEqualTo(10_000);
    assertThat(tally.groups()).hasSize(1_001);
    assertThat(tally.like("L-4999")).hasSize(1);
    assertThat(tally.like("L-5000")).isEmpty();
  }

  @Test
  void aGroupHasALinkOnlyIfItsLettersAreKept() {
    fill(tally, 5_100, i -> "Cause " + Math.min(i / 50, 100));
    tally.accept(letter("late", "A late cause"));

    assertThat(group("Cause 7")).matches(tally::keeps);
    assertThat(LettersPages.cause(group("Cause 7"), tally, "orders").markup())
        .isEqualTo("<a href=\"letters?consumer=orders&amp;like=L-350\">Cause 7</a>");
    assertThat(LettersPages.cause(group("A late cause"), tally, "orders").markup())
        .isEqualTo("A late cause");
    assertThat(tally.like("late")).isEmpty();
  }

  @Test
  void theRestOfManyCausesHasNoLink() {
    fill(tally, 1_001, i -> "Cause " + i);

    assertThat(LettersPages.cause(group("Other causes"), tally, "orders").markup())
        .isEqualTo("Other causes");
  }

  private Group group(String cause) {
    return tally.groups().stream().filter(it -> it.cause().equals(cause)).findFirst().orElseThrow();
  }

  @Test
  void severalThreadsFillAndReadItAtOnce() throws Exception {
    int each = 2_000;
    List<Callable<Boolean>> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String name = "L-" + i;
      threads.add(() -> added(name, each));
    }
    try (ExecutorService executor = Executors.newFixedThreadPool(threads.size())) {
      for (Future<Boolean> done : executor.invokeAll(threads)) {
        assertThat(done.get()).isTrue();
      }
    }

    assertThat(tally.count()).isEqualTo(8_000);
    assertThat(tally.groups().stream().mapToLong(Group::count).sum()).isEqualTo(8_000);
    assertThat(tally.groups()).hasSize(40).allMatch(it -> tally.like(it.sample()).size() == 50);
  }

  private boolean added(String name, int number) {
    for (int i = 0; i < number; i++) {
      tally.accept(letter(name + "-" + i, "Cause " + i % 40));
      if (tally.groups().isEmpty() || !tally.like("none").isEmpty()) {
        return false;
      }
    }
    return true;
  }

  @Test
  void theIdsOfAGroupAreAllOrNone() {
    LetterTally some = new LetterTally(1_001);
    fill(some, 1_000, i -> "Cause " + i % 2);

    assertThat(some.idsLike("L-1")).hasSize(500).contains("L-1", "L-999").doesNotContain("L-0");
    assertThat(some.idsLike("L-999")).isEmpty();
    assertThat(tally.idsLike("L-1")).isEmpty();

    some.accept(letter("L-1000", "Cause 2"));
    assertThat(some.idsLike("L-1")).isEmpty();
  }

  private static void fill(LetterTally tally, int letters, IntFunction<String> cause) {
    IntStream.range(0, letters).forEach(i -> tally.accept(letter("L-" + i, cause.apply(i))));
  }

  private static Letter letter(String id, String cause) {
    return new Letter(
        id,
        Optional.empty(),
        Optional.empty(),
        new ReplayDecision.Send(),
        cause,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        1,
        0,
        Optional.empty());
  }
}
