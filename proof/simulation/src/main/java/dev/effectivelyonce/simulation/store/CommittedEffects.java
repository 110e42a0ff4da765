package dev.effectivelyonce.simulation.store;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.dynamodb.UnitOfWork;
import dev.effectivelyonce.testkit.InMemoryEffects;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;

/** The effects that transactions of a history carry out, by their numbers. */
public final class CommittedEffects {
  private static final String TABLE = "effects";

  private final List<Runnable> judgements = new ArrayList<>();
  private final List<Runnable> happened = new ArrayList<>();

  /**
   * The commit of an effect and a value.
   *
   * @param judgement of the effect, when its record has been judged
   */
  public HandlerResult commit(Runnable judgement, Object value) {
    judgements.add(judgement);
    return HandlerResult.commit(put(Integer.toString(judgements.size() - 1)), value);
  }

  private static UnitOfWork put(String number) {
    Map<String, AttributeValue> item = Map.of("id", AttributeValue.fromN(number));
    return UnitOfWork.empty().put(put -> put.tableName(TABLE).item(item));
  }

  /** The same, when their items arrive. */
  InMemoryEffects arrived(List<Put> items) {
    return new InMemoryEffects(
        items.stream()
            .map(put -> Integer.parseInt(Objects.requireNonNull(put.item().get("id")).n()))
            .flatMap(
                number ->
                    InMemoryEffects.of(() -> happened.add(judgements.get(number)))
                        .effects()
                        .stream())
            .toList());
  }

  /** Has what was carried out judged. */
  void happen() {
    happened.forEach(Runnable::run);
    happened.clear();
  }
}
