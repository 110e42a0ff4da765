package dev.effectivelyonce.tests.engine;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.StoredResult;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A handler that counts its runs, and whose value says which attempt it was. */
final class Effect implements Handler {
  final List<Attempt> runs = new CopyOnWriteArrayList<>();

  @Override
  public HandlerResult handle(Attempt attempt) {
    runs.add(attempt);
    return HandlerResult.completed("by attempt " + attempt.number());
  }

  int count() {
    return runs.size();
  }

  static StoredResult resultOf(int attempt) {
    return new StoredResult.Text("by attempt " + attempt);
  }
}
