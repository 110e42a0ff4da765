package dev.effectivelyonce.simulation.exploration;

import dev.effectivelyonce.simulation.exploration.Explorations.Bounds;
import java.util.List;
import java.util.Locale;

/**
 * Explores from the command line: {@code quick} (the default) or {@code deep}. Prints a markdown
 * table; ends with 1 if a promise is broken.
 */
public final class ExplorationCommand {
  private ExplorationCommand() {}

  /** Explores. */
  public static void main(String[] args) {
    Bounds bounds =
        args.length == 0 ? Bounds.QUICK : Bounds.valueOf(args[0].toUpperCase(Locale.ROOT));
    List<Exploration> found = new Explorations(System::nanoTime).explore(bounds, System.out::print);
    System.exit(found.stream().allMatch(it -> it.broken().isEmpty()) ? 0 : 1);
  }
}
