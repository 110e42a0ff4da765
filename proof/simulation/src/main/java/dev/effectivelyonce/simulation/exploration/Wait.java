package dev.effectivelyonce.simulation.exploration;

import java.util.List;

/** Where a program stands: it goes on when it is given what it waits for. */
sealed interface Wait {
  /** For the answer of the store. */
  record Answer(Call call) implements Wait {}

  /** Inside the handler, whose next step is a choice. */
  record Handler(List<HandlerStep> options) implements Wait {}

  /** Between two tries of a write. */
  record Pause() implements Wait {}

  /** It has ended, with this. */
  record Ended(Object result) implements Wait {}
}
