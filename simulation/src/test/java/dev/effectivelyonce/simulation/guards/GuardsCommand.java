package dev.effectivelyonce.simulation.guards;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Switches each guard off and prints who noticed, as a markdown table. Arguments: the root of the
 * project, and parts of the guards' names that it is to be about. Ends with 1 if a guard was off
 * unnoticed.
 */
public final class GuardsCommand {
  private GuardsCommand() {}

  /** Tries them. */
  public static void main(String[] args) throws Exception {
    Path root = Path.of(args.length == 0 ? "." : args[0]);
    List<String> wanted = List.of(args).subList(Math.min(1, args.length), args.length);
    Trials trials = new Trials(root, System.getProperty("java.class.path"), System::nanoTime);
    GuardTable table = new GuardTable();
    System.out.print(GuardTable.HEAD);
    try (ExecutorService cores =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
      List<Callable<Boolean>> tasks =
          GuardList.all().stream()
              .filter(it -> wanted.isEmpty() || wanted.stream().anyMatch(it.id()::contains))
              .<Callable<Boolean>>map(guard -> () -> tried(trials, guard, table))
              .toList();
      boolean allCaught = true;
      for (Future<Boolean> task : cores.invokeAll(tasks)) {
        allCaught &= task.get();
      }
      System.exit(allCaught ? 0 : 1);
    }
  }

  private static boolean tried(Trials trials, Guard guard, GuardTable table) {
    try {
      Optional<Catch> caught = trials.without(guard);
      System.out.print(table.line(guard, caught));
      return caught.isPresent();
    } catch (RuntimeException e) {
      System.out.println("| " + guard.id() + " | FAILED: " + e + " |");
      return false;
    }
  }
}
