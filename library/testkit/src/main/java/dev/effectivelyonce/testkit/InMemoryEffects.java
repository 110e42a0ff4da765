package dev.effectivelyonce.testkit;

import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.handler.HandlerResult.Unsuccessful;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Effects on a test's own objects in memory, for {@link InMemoryStore}. They happen together with
 * the completion or not at all.
 *
 * @param effects the effects in the order in which they happen
 * @param value supplies the value just before the effects happen, if they yield one
 */
public record InMemoryEffects(List<Effect> effects, Optional<Supplier<?>> value)
    implements Effects {
  /**
   * An effect.
   *
   * @param condition the condition; if it does not hold, none of the effects happens
   * @param action the effect itself; must not throw
   * @param otherwise the result of the attempt if the condition does not hold
   */
  public record Effect(BooleanSupplier condition, Runnable action, Unsuccessful otherwise) {}

  /** Copies the effects. */
  public InMemoryEffects {
    effects = List.copyOf(effects);
  }

  /** Creates effects that yield no value. */
  public InMemoryEffects(List<Effect> effects) {
    this(effects, Optional.empty());
  }

  /** Returns a single effect without a condition. */
  public static InMemoryEffects of(Runnable action) {
    return new InMemoryEffects(
        List.of(new Effect(() -> true, action, HandlerResult.retry("It has no condition"))));
  }

  /** Returns a single effect with a condition. */
  public static InMemoryEffects of(
      BooleanSupplier condition, Runnable action, Unsuccessful otherwise) {
    return new InMemoryEffects(List.of(new Effect(condition, action, otherwise)));
  }

  /**
   * Returns these effects with a value that they yield, such as a generated id. The supplier is
   * called just before the effects happen, and its value is discarded if they do not happen.
   * Therefore it must not throw or have effects of its own.
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
