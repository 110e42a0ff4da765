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

  /** This effect, and then something else before the handler returns. */
  Handler then(Runnable more) {
    return attempt -> {
      HandlerResult result = handle(attempt);
      more.run();
      return result;
    };
  }

  /** This effect, and then another end than its completion. */
  Handler then(Handler end) {
    return attempt -> {
      handle(attempt);
      return end.handle(attempt);
    };
  }

  static StoredResult resultOf(int attempt) {
    return new StoredResult.Text("by attempt " + attempt);
  }
}
