package dev.effectivelyonce.simulation.guards;

import dev.effectivelyonce.simulation.exploration.Explorations;
import dev.effectivelyonce.simulation.guards.Guard.Catcher;
import dev.effectivelyonce.simulation.history.SourceModel;
import dev.effectivelyonce.simulation.history.StoreModel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Switches guards off and looks whether it is noticed. */
final class Trials {
  private final Path root;
  private final InMemoryCompiler compiler;
  private final Hints hints;
  private final LongSupplier nanoTime;

  /**
   * @param root of the project
   * @param classPath of the project's classes and their libraries
   * @param nanoTime a clock for the time taken
   */
  Trials(Path root, String classPath, LongSupplier nanoTime) {
    this.root = root;
    this.compiler = new InMemoryCompiler(classPath);
    this.hints = Hints.read(root);
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

  /** The same with the guard left on. */
  Optional<Catch> with(Guard guard) {
    return run(guard, compiler.compile(SourceFile.read(root, guard.file())));
  }

  private Optional<Catch> run(Guard guard, Map<String, byte[]> changed) {
    long began = nanoTime.getAsLong();
    ClassLoader classes = new ChangedClasses(root, Trials.class.getClassLoader(), changed);
    Optional<String[]> found =
        switch (guard.catcher()) {
          case Catcher.Exploration() -> call(classes, Explorations.class, hints.of(guard));
          case Catcher.Simulation(StoreModel store, SourceModel source) ->
              call(
                  classes,
                  SeededHistories.class,
                  hints.of(guard).or(() -> Optional.of(SeededHistories.of(store, source))));
          case Catcher.Tests(String tests, String why) ->
              call(classes, PlainTests.class, Optional.of(tests));
        };
    Duration after = Duration.ofNanos(nanoTime.getAsLong() - began);
    return found.map(it -> new Catch(guard, it[0], it[1], it[2], after));
  }

  private static Optional<String[]> call(
      ClassLoader classes, Class<?> catcher, Optional<String> where) {
    return Isolated.call(classes, catcher, "firstBroken", where.orElse(""));
  }
}
