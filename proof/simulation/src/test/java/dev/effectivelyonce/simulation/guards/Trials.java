package dev.effectivelyonce.simulation.guards;

import dev.effectivelyonce.simulation.exploration.Explorations;
import dev.effectivelyonce.simulation.guards.Guard.Catcher;
import dev.effectivelyonce.simulation.history.SourceModel;
import dev.effectivelyonce.simulation.history.StoreModel;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Switches guards off and looks whether it is noticed. */
final class Trials {
  private final Path root;
  private final InMemoryCompiler compiler;
  private final Map<String, String> hints;
  private final LongSupplier nanoTime;

  /**
   * @param root of the project
   * @param classPath of the project's classes and their libraries
   * @param nanoTime a clock for the time taken
   */
  Trials(Path root, String classPath, LongSupplier nanoTime) {
    this.root = root;
    this.compiler = new InMemoryCompiler(classPath);
    this.hints = GuardTable.whereNoticed(root);
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
          case Catcher.Exploration() ->
              call(classes, Explorations.class, hints.getOrDefault(guard.id(), ""));
          case Catcher.Simulation(StoreModel store, SourceModel source) ->
              call(
                  classes,
                  SeededHistories.class,
                  hints.getOrDefault(guard.id(), SeededHistories.of(store, source)));
          case Catcher.Tests(String tests, String why) -> call(classes, PlainTests.class, tests);
        };
    Duration after = Duration.ofNanos(nanoTime.getAsLong() - began);
    return found.map(it -> new Catch(guard, it[0], it[1], it[2], after));
  }

  /**
   * Calls a public static method of a class that is loaded apart: only the JDK's types cross.
   *
   * @throws IllegalStateException if it throws
   */
  private static Optional<String[]> call(ClassLoader classes, Class<?> catcher, String where) {
    try {
      Optional<?> found =
          (Optional<?>)
              classes
                  .loadClass(catcher.getName())
                  .getMethod("firstBroken", String.class)
                  .invoke(null, where);
      return found.map(String[].class::cast);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("Failed in " + catcher.getSimpleName(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Not callable: " + catcher.getName(), e);
    }
  }
}
