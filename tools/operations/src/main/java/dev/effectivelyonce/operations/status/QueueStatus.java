package dev.effectivelyonce.operations.status;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.operations.aws.QueueSettings;
import dev.effectivelyonce.operations.json.Json;
import java.util.Optional;

/**
 * How much is in a queue, about. What is empty is not known.
 *
 * @param name its name
 * @param isFifo whether its message groups wait for their first message
 * @param waiting messages that no receive hides; on a FIFO queue, those behind one in flight too
 * @param inFlight messages that were received and not deleted
 * @param delayed messages that are not yet to be received
 */
public record QueueStatus(
    String name,
    boolean isFifo,
    Optional<Long> waiting,
    Optional<Long> inFlight,
    Optional<Long> delayed) {
  static QueueStatus of(QueueSettings queue) {
    return new QueueStatus(
        queue.name(), queue.isFifo(), queue.messages(), queue.inFlight(), queue.delayed());
  }

  /**
   * Returns whether messages may wait behind others of their message group. SQS does not say which
   * groups there are, and counts those that were received together as in flight.
   */
  public boolean mayBeHeldUp() {
    long received = inFlight.orElse(0L);
    return isFifo && received > 0 && received + waiting.orElse(0L) > 1;
  }

  ObjectNode json() {
    return Json.with("name", name)
        .and("fifo", isFifo)
        .and("waiting", waiting)
        .and("inFlight", inFlight)
        .and("delayed", delayed)
        .and("groupsMayBeHeldUp", mayBeHeldUp())
        .node();
  }
}
