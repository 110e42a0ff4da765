package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.ErrorSummary;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.Timer;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.BaseStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds, in what a handler returns, work that goes on elsewhere or has not begun, and results and
 * effects within a value, which the engine would not carry out. An event with such a value would be
 * done before its work is. Of users' own classes only records are searched: what else an object
 * holds may be no part of the result, such as a client's threads.
 */
final class PendingWork {
  /** How deep a value is searched; also ends the search of one that contains itself. */
  private static final int DEPTH = 4;

  private static final Set<Class<?>> KINDS =
      Set.of(
          Future.class,
          CompletionStage.class,
          Flow.Publisher.class,
          BaseStream.class,
          Runnable.class,
          Callable.class,
          Supplier.class,
          Executor.class,
          Process.class,
          Timer.class,
          Effects.class,
          HandlerResult.class);

  /** What {@link #parts} looks into. */
  private static final Set<Class<?>> HOLDERS =
      Set.of(
          Optional.class,
          Collection.class,
          Map.class,
          Map.Entry.class,
          AtomicReference.class,
          Object[].class);

  /** Types of Reactor, RxJava, Mutiny, Vert.x, Kotlin's coroutines and Scala's futures. */
  private static final Set<String> NAMES =
      Set.of(
          "io.reactivex.CompletableSource",
          "io.reactivex.MaybeSource",
          "io.reactivex.ObservableSource",
          "io.reactivex.SingleSource",
          "io.reactivex.disposables.Disposable",
          "io.reactivex.rxjava3.core.CompletableSource",
          "io.reactivex.rxjava3.core.MaybeSource",
          "io.reactivex.rxjava3.core.ObservableSource",
          "io.reactivex.rxjava3.core.SingleSource",
          "io.reactivex.rxjava3.disposables.Disposable",
          "io.smallrye.mutiny.Uni",
          "io.vertx.core.Future",
          "kotlinx.coroutines.Job",
          "kotlinx.coroutines.flow.Flow",
          "org.reactivestreams.Publisher",
          "reactor.core.Disposable",
          "scala.concurrent.Awaitable");

  /**
   * What a class tells of its values, looked for once.
   *
   * @param isPlain whether a value holds no other one that is searched
   * @param components of a record, those that may hold work
   */
  private record Shape(boolean isPending, boolean isPlain, List<Field> components) {
    Shape(Class<?> type, boolean isPending, List<Field> components) {
      this(isPending, !isPending && components.isEmpty() && !isOneOf(HOLDERS, type), components);
    }
  }

  private static final ClassValue<Shape> SHAPES =
      new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
          return new Shape(type, isPending(type), components(type));
        }
      };

  private PendingWork() {}

  /**
   * Returns why a value can't end an event; empty if no work of it is pending. A value that can't
   * be searched counts as one without.
   */
  static Optional<ErrorSummary> in(Object value) {
    try {
      return SHAPES.get(value.getClass()).isPlain
          ? Optional.empty()
          : pending(value, DEPTH).findFirst().map(PendingWork::refused);
    } catch (Throwable unsearchable) {
      // Errors too: a user's collection must not leave the event without an end.
      return Optional.empty();
    }
  }

  private static ErrorSummary refused(Object work) {
    String type = work.getClass().getName();
    return ErrorSummary.refused(
        work instanceof Effects || work instanceof HandlerResult
            ? "The handler returned a %s within its value, which does nothing there: return it by"
                    .formatted(type)
                + " itself, effects by HandlerResult.commit(effects)"
            : "The handler returned a %s, whose work may not be over: wait for it in the"
                    .formatted(type)
                + " handler, such as by join(), and return its result");
  }

  private static Stream<Object> pending(Object value, int depth) {
    Shape shape = SHAPES.get(value.getClass());
    if (shape.isPending) {
      return Stream.of(value);
    }
    return depth == 0
        ? Stream.empty()
        : Stream.concat(parts(value), shape.components.stream().flatMap(it -> part(it, value)))
            .filter(Objects::nonNull)
            .flatMap(part -> pending(part, depth - 1));
  }

  private static boolean isPending(Class<?> type) {
    return isOneOf(KINDS, type) || isOfAnotherLibrary(type);
  }

  private static boolean isOneOf(Set<Class<?>> kinds, Class<?> type) {
    return kinds.stream().anyMatch(it -> it.isAssignableFrom(type));
  }

  /** Fields and no accessors, which are a user's code and may begin the work that is looked for. */
  private static List<Field> components(Class<?> type) {
    return type.isRecord()
        ? Arrays.stream(type.getDeclaredFields())
            .filter(it -> !Modifier.isStatic(it.getModifiers()) && !it.getType().isPrimitive())
            .filter(it -> it.getType() != String.class && !it.getType().isEnum())
            .filter(Field::trySetAccessible)
            .toList()
        : List.of();
  }

  private static Stream<?> part(Field component, Object value) {
    try {
      return Stream.ofNullable(component.get(value));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("It was made accessible", e);
    }
  }

  /** By name, since the library depends on none of them. */
  private static boolean isOfAnotherLibrary(@Nullable Class<?> type) {
    return type != null
        && (NAMES.contains(type.getName())
            || Arrays.stream(type.getInterfaces()).anyMatch(PendingWork::isOfAnotherLibrary)
            || isOfAnotherLibrary(type.getSuperclass()));
  }

  private static Stream<?> parts(Object value) {
    return switch (value) {
      case Optional<?> optional -> optional.stream();
      case Collection<?> collection -> collection.stream();
      case Map<?, ?> map -> Stream.concat(map.keySet().stream(), map.values().stream());
      case Map.Entry<?, ?> entry -> Stream.of(entry.getKey(), entry.getValue());
      case AtomicReference<?> reference -> Stream.ofNullable(reference.get());
      case Object[] array -> Arrays.stream(array);
      default -> Stream.empty();
    };
  }
}
