package dev.effectivelyonce.simulation.guards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.simulation.guards.Guard.Catcher;
import dev.effectivelyonce.simulation.guards.Guard.Edit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The proof proves itself: each guard is switched off in turn, and must be noticed. With {@code
 * -Dguards=record} the table is written again; any other text has parts of the names, or of the
 * files, of the guards that are tried, with commas between them.
 */
class GuardsTest {
  private static final String RECORD = "record";

  private final Path root = Path.of(System.getProperty("project.root", "../.."));
  private final String wanted = System.getProperty("guards", "");
  private final Trials trials =
      new Trials(
          root,
          System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
          System::nanoTime);

  @Test
  @Tag("full")
  void eachGuardThatIsOffIsNoticed() throws Exception {
    List<Guard> guards =
        GuardList.all().stream().filter(it -> wanted.equals(RECORD) || isWanted(it)).toList();

    List<Optional<Catch>> found = inParallel(guards);

    List<Catch> caught = found.stream().flatMap(Optional::stream).toList();
    report(caught);
    List<String> unnoticed = new ArrayList<>();
    for (int i = 0; i < guards.size(); i++) {
      if (found.get(i).isEmpty()) {
        unnoticed.add(guards.get(i).id());
      }
    }
    assertThat(unnoticed).as("guards that were off, which no test noticed").isEmpty();
  }

  @Test
  void guardsHaveNamesOfTheirOwn() {
    assertThat(GuardList.all()).extracting(Guard::id).doesNotHaveDuplicates();
  }

  /** The way itself finds nothing: compiled and loaded again, the code keeps its promises. */
  @Test
  @Tag("full")
  void theTestsThatNoticeAGuardPassWhileItIsOn() {
    // The same tests of the same file, unchanged, are the same run.
    Map<String, Guard> byRun = new LinkedHashMap<>();
    for (Guard guard : GuardList.all()) {
      if (guard.catcher() instanceof Catcher.Tests(String tests, String why)) {
        byRun.putIfAbsent(guard.file() + " " + tests, guard);
      }
    }

    assertThat(byRun.values()).isNotEmpty().allSatisfy(it -> assertThat(trials.with(it)).isEmpty());
  }

  @Test
  void aGuardThatDoesNotFitItsSourceIsToldNotPassed() {
    Guard stale =
        new Guard(
            "Decisions about a claim",
            "stale",
            "nothing",
            "library/core/src/main/java/dev/effectivelyonce/core/protocol/Decision.java",
            List.of(new Edit("no such text", "")),
            new Catcher.Exploration());

    assertThatThrownBy(() -> trials.without(stale)).hasMessageContaining("Found 0 times");
    assertThatThrownBy(() -> SourceFile.read(root, stale.file()).with(new Edit("existing", "")))
        .hasMessageContaining("not once");
  }

  /** Trying them takes minutes: this says at once which of them a change has left behind. */
  @Test
  void eachGuardIsFoundInTheCode() {
    assertThat(GuardList.all())
        .allSatisfy(
            guard -> {
              SourceFile source = SourceFile.read(root, guard.file());
              for (Guard.Edit edit : guard.edits()) {
                source = source.with(edit);
              }
            });
  }

  private boolean isWanted(Guard guard) {
    return Stream.of(wanted.split(",", -1))
        .anyMatch(it -> guard.id().contains(it) || guard.file().contains(it));
  }

  private List<Optional<Catch>> inParallel(List<Guard> guards)
      throws InterruptedException, ExecutionException {
    try (ExecutorService cores =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
      List<Callable<Optional<Catch>>> tasks =
          guards.stream()
              .<Callable<Optional<Catch>>>map(guard -> () -> trials.without(guard))
              .toList();
      List<Optional<Catch>> found = new ArrayList<>();
      for (Future<Optional<Catch>> task : cores.invokeAll(tasks)) {
        found.add(task.get());
      }
      return found;
    }
  }

  private void report(List<Catch> caught) throws IOException {
    Files.createDirectories(Path.of("target"));
    Files.writeString(Path.of("target/guards.md"), GuardTable.of(caught));
    Files.writeString(
        Path.of("target/guards-times.txt"),
        caught.stream()
            .map(
                it ->
                    String.format(
                        Locale.ROOT, "%6d ms  %s%n", it.after().toMillis(), it.guard().id()))
            .sorted()
            .reduce("", String::concat));
    if (wanted.equals(RECORD)) {
      GuardTable.record(root.resolve(GuardTable.PAGE), caught);
      return;
    }
    Map<String, String> recorded = GuardTable.whereNoticed(root);
    List<String> elsewhere =
        caught.stream()
            .filter(it -> !it.where().equals(recorded.get(it.guard().id())))
            .map(it -> it.guard().id())
            .toList();
    if (!elsewhere.isEmpty()) {
      System.out.println(
          elsewhere.size()
              + " guards are noticed elsewhere than "
              + GuardTable.PAGE
              + " says, which only takes longer. Record where: -Dguards=record\n"
              + String.join("\n", elsewhere));
    }
  }
}
