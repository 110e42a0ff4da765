package dev.effectivelyonce.testkit;

import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.handler.HandlerResult.Unsuccessful;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Effects on a test's own objects in memory, for {@link InMemoryStore}: they happen together with
 * the completion, or not at all.
 *
 * @param effects in the order in which they happen
 * @param value asked for just before they happen, if they yield one
 */
public record InMemoryEffects(List<Effect> effects, Optional<Supplier<?>> value)
    implements Effects {
  /**
   * An effect.
   *
   * @param condition without which none of the effects happens
   * @param action must not throw
   * @param otherwise what becomes of the attempt where the condition does not hold
   */
  public record Effect(BooleanSupplier condition, Runnable action, Unsuccessful otherwise) {}

  /** Copies the effects. */
  public InMemoryEffects {
    effects = List.copyOf(effects);
  }

  /** Makes effects that yield no value. */
  public InMemoryEffects(List<Effect> effects) {
    this(effects, Optional.empty());
  }

  /** Returns one effect without a condition. */
  public static InMemoryEffects of(Runnable action) {
    return new InMemoryEffects(
        List.of(new Effect(() -> true, action, HandlerResult.retry("It has no condition"))));
  }

  /** Returns one effect with a condition. */
  public static InMemoryEffects of(
      BooleanSupplier condition, Runnable action, Unsuccessful otherwise) {
    return new InMemoryEffects(List.of(new Effect(condition, action, otherwise)));
  }

  /**
   * Returns these effects, which then yield a value, as a generated id. It is asked for just before
   * they happen, and may be thrown away if they then do not: it must neither throw nor change
   * anything that counts.
   */
  public InMemoryEffects yielding(Supplier<?> yielded) {
    return new InMemoryEffects(effects, Optional.of(yielded));
  }

  @Override
  public boolean yieldsValue() {
    return value.isPresent();
  }

  Optional<Object> yielded() {
    return value.map(Supplier::get);
  }

  Optional<Unsuccessful> refusal() {
    return effects.stream()
        .filter(effect -> !effect.condition().getAsBoolean())
        .map(Effect::otherwise)
        .findFirst();
  }

  void happen() {
    effects.forEach(effect -> effect.action().run());
  }
}
