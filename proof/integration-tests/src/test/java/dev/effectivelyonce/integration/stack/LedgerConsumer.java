package dev.effectivelyonce.integration.stack;

import java.util.List;
import java.util.Map;

/** The consumer whose records are in PostgreSQL, and in no table of the stack. */
public record LedgerConsumer(Queue queue, Function function) {
  /** Sends messages to its queue, in this order. */
  public void send(Outgoing... messages) {
    queue.send(List.of(messages));
  }

  /** Returns how many messages are in its queue, hidden or not. */
  public int depth() {
    return queue.depth();
  }

  /** Sends all of its messages to a version with these variables. */
  public void use(Map<String, String> variables) {
    function.pointLiveAt(function.publishVersion(variables));
  }
}
