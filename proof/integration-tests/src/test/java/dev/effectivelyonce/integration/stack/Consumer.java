package dev.effectivelyonce.integration.stack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.integration.stack.Tables.RecordRow;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One of the stack's consumers.
 *
 * @param name its name in code
 */
public record Consumer(
    String name, Queue queue, DeadLetters deadLetters, Function function, Tables tables) {
  /** Sends messages to its queue, in this order. */
  public void send(Outgoing... messages) {
    queue.send(List.of(messages));
  }

  /** Sends messages to its queue, in this order. */
  public void send(Stream<Outgoing> messages) {
    queue.send(messages.toList());
  }

  /** The record of a business key. */
  public Optional<RecordRow> record(String key) {
    return tables.record(Tables.recordId(name, key));
  }

  /** Waits for the record of a business key to be in a state. */
  public RecordRow awaitStatus(Status status, String key) {
    Eventually.holds(
        "the record of " + key + " is " + status,
        () -> assertThat(record(key).map(RecordRow::status)).contains(status));
    return record(key).orElseThrow();
  }

  /**
   * Has a message handled, whatever it takes, before the test begins. On a slow machine the first
   * invocation of a process may use up the short timeout of the trial stack: it claims late, or is
   * killed half way, and what it has done by then is done again, as the guarantee allows.
   */
  public void warmUp(Outgoing message) {
    send(message);
    awaitStatus(Status.COMPLETED, message.key());
  }

  /** Waits for the records of all these messages to be completed. */
  public void awaitCompleted(List<Outgoing> messages) {
    messages.forEach(message -> awaitStatus(Status.COMPLETED, message.key()));
  }

  /** Waits until its queue holds nothing, hidden or not. */
  public void awaitEmptyQueue() {
    Eventually.holds(
        "the queue of " + name + " is empty",
        () -> assertThat(queue.depth()).as("messages left").isZero());
  }

  /** Waits for its dead-letter queue to hold so many messages. */
  public void awaitDeadLetters(int count) {
    Eventually.holds(
        count + " messages are dead-lettered",
        () -> assertThat(deadLetters.queue().depth()).isEqualTo(count));
  }

  /** Checks how far an order came, in how many attempts, and how many effects they had. */
  public void assertRan(Outgoing order, Status status, int attempts, int effects) {
    assertThat(assertRan(order, status, effects).attempt())
        .as("attempts at " + order.key())
        .isEqualTo(attempts);
  }

  /**
   * Checks that an order was completed with one effect, after attempts that failed. There may be
   * fewer of them than receives, since a process may be too slow on its start to claim at all.
   *
   * @param receives how often its message was received in all
   */
  public void assertRanAfterFailures(Outgoing order, int receives) {
    assertThat(assertRan(order, Status.COMPLETED, 1).attempt())
        .as("attempts at " + order.key())
        .isBetween(2, receives);
  }

  private RecordRow assertRan(Outgoing order, Status status, int effects) {
    RecordRow row = record(order.key()).orElseThrow();
    assertThat(row.status()).as(order.key()).isEqualTo(status);
    assertThat(tables.timesProcessed(order.key())).as(order.key()).isEqualTo(effects);
    return row;
  }

  /** Checks that an order was completed with one effect, in so many attempts. */
  public void assertRan(Outgoing order, int attempts) {
    assertRan(order, Status.COMPLETED, attempts, 1);
  }
}
