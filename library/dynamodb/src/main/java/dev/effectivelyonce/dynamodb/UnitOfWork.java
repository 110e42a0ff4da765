package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.handler.HandlerResult.Unsuccessful;
import dev.effectivelyonce.dynamodb.outbox.OutboxItem;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.Update;

/**
 * Writes to DynamoDB that happen together with the completion of an attempt, as a whole or not at
 * all: a handler returns them in {@link HandlerResult#commit(Effects)}. Immutable; every method
 * returns another unit.
 *
 * <p>DynamoDB accepts up to 99 writes next to the record's, of up to 4 MB together, in one account
 * and Region, each to another item. Each write costs twice the write units of a plain write. A unit
 * that can't be written fails the event for good, because another attempt would have the same
 * result. In that case nothing was written, and the error contains the reason.
 */
public final class UnitOfWork implements Effects {
  /**
   * A write, and the outcome of the attempt where its condition does not hold.
   *
   * @param action with exactly one of put, update, delete and conditionCheck
   */
  record Step(TransactWriteItem action, Unsuccessful otherwise) {}

  private static final Unsuccessful UNDECLARED =
      HandlerResult.retry("A condition of the handler's writes did not hold");

  private static final UnitOfWork EMPTY = new UnitOfWork(List.of());

  private final List<Step> steps;

  private UnitOfWork(List<Step> steps) {
    this.steps = List.copyOf(steps);
  }

  /** Returns a unit without writes. */
  public static UnitOfWork empty() {
    return EMPTY;
  }

  /** Returns this unit with a further item to put. */
  public UnitOfWork put(Consumer<Put.Builder> put) {
    return add(action -> action.put(put));
  }

  /** Returns this unit with a further item to update. */
  public UnitOfWork update(Consumer<Update.Builder> update) {
    return add(action -> action.update(update));
  }

  /** Returns this unit with a further item to delete. */
  public UnitOfWork delete(Consumer<Delete.Builder> delete) {
    return add(action -> action.delete(delete));
  }

  /** Returns this unit with a further item that must satisfy a condition and is not changed. */
  public UnitOfWork check(Consumer<ConditionCheck.Builder> check) {
    return add(action -> action.conditionCheck(check));
  }

  /**
   * Returns this unit with a further action of the SDK.
   *
   * @param action sets exactly one of put, update, delete and conditionCheck
   */
  public UnitOfWork add(Consumer<TransactWriteItem.Builder> action) {
    List<Step> more = new ArrayList<>(steps);
    more.add(
        new Step(placed(TransactWriteItem.builder().applyMutation(action).build()), UNDECLARED));
    return new UnitOfWork(more);
  }

  /** Gives a message its place behind the last one of its lane. */
  private TransactWriteItem placed(TransactWriteItem added) {
    TransactionAction message = TransactionAction.of(added);
    if (!message.isMessage()) {
      return added;
    }
    return steps.reversed().stream()
        .map(step -> TransactionAction.of(step.action()))
        .filter(it -> it.isOfTheLaneOf(message))
        .findFirst()
        .map(before -> OutboxItem.behind(before.item(), message.item()))
        .map(item -> added.copy(it -> it.put(added.put().copy(put -> put.item(item)))))
        .orElse(added);
  }

  /**
   * Declares the outcome of the attempt if the condition of the last added write does not hold.
   * Default: another attempt. If the conditions of several writes do not hold, the first of them
   * decides.
   *
   * @param outcome {@link HandlerResult#fail} or {@link HandlerResult#retry}
   * @throws IllegalStateException if there is no write yet
   */
  public UnitOfWork orElse(Unsuccessful outcome) {
    if (steps.isEmpty()) {
      throw new IllegalStateException("There is no write before orElse: add one first");
    }
    List<Step> changed = new ArrayList<>(steps);
    changed.set(changed.size() - 1, new Step(changed.getLast().action(), outcome));
    return new UnitOfWork(changed);
  }

  List<Step> steps() {
    return steps;
  }
}
