package dev.effectivelyonce.simulation.guards;

import dev.effectivelyonce.simulation.exploration.Explorations;
import dev.effectivelyonce.simulation.guards.Guard.Catcher;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Switches guards off and looks whether it is noticed. */
public final class Trials {
  private final Path root;
  private final InMemoryCompiler compiler;
  private final LongSupplier nanoTime;

  /**
   * @param root of the project
   * @param classPath of the project's classes and their libraries
   * @param nanoTime a clock for the time taken
   */
  public Trials(Path root, String classPath, LongSupplier nanoTime) {
    this.root = root;
    this.compiler = new InMemoryCompiler(classPath);
    this.nanoTime = nanoTime;
  }

  /**
   * Switches a guard off.
   *
   * @return how it was noticed; empty if it was not, within the budget of every build
   * @throws IllegalStateException if the guard does not fit its source file any more
   */
  Optional<Catch> without(Guard guard) {
    SourceFile source = SourceFile.read(root, guard.file());
    for (Guard.Edit edit : guard.edits()) {
      source = source.with(edit);
    }
    return run(guard, compiler.compile(source));
  }

  /** The same, with the guard left on: nothing is found. */
  Optional<Catch> with(Guard guard) {
    return run(guard, compiler.compile(SourceFile.read(root, guard.file())));
  }

  private Optional<Catch> run(Guard guard, Map<String, byte[]> changed) {
    long began = nanoTime.getAsLong();
    ChangedClasses classes = new ChangedClasses(Trials.class.getClassLoader(), changed);
    return switch (guard.catcher()) {
      case Catcher.Exploration(String scenario) ->
          Isolated.call(classes, Explorations.class, "firstBroken", scenario)
              .map(found -> caught(guard, "exploration", found, began));
      case Catcher.Simulation(long seed) ->
          Isolated.call(classes, SeededHistories.class, "firstBroken", String.valueOf(seed))
              .map(found -> caught(guard, "simulation", found, began));
      case Catcher.Tests(String tests, String why) -> Optional.empty();
    };
  }

  private Catch caught(Guard guard, String by, String[] found, long began) {
    Duration after = Duration.ofNanos(nanoTime.getAsLong() - began);
    return new Catch(guard, by, found[0], found[1], found[2], after);
  }
}
