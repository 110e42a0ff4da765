package dev.effectivelyonce.integration.stack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.integration.stack.Tables.RecordRow;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * One of the stack's consumers.
 *
 * @param name its name in code
 * @param recordIds the id of a business key's record
 */
public record Consumer(
    String name,
    UnaryOperator<String> recordIds,
    Queue queue,
    DeadLetters deadLetters,
    Function function,
    Tables tables) {
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
    return tables.record(recordIds.apply(key));
  }

  /** Waits for the record of a business key to be in a state. */
  public RecordRow awaitStatus(Status status, String key, Duration patience) {
    Eventually.within(
        patience,
        "the record of " + key + " is " + status,
        () -> assertThat(record(key).map(RecordRow::status)).contains(status));
    return record(key).orElseThrow();
  }

  /** Waits for the records of all these business keys to be completed. */
  public void awaitCompleted(List<String> keys, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    for (String key : keys) {
      awaitStatus(
          Status.COMPLETED,
          key,
          Duration.ofNanos(Math.max(1_000_000, deadline - System.nanoTime())));
    }
  }

  /** Waits until its queue holds nothing, hidden or not. */
  public void awaitEmptyQueue(Duration patience) {
    Eventually.within(
        patience,
        "the queue of " + name + " is empty",
        () -> assertThat(queue.depth()).as("messages left").isZero());
  }

  /** Waits for a message to be dead-lettered. */
  public void awaitDeadLetter(Outgoing message, Duration patience) {
    Eventually.within(
        patience,
        message.key() + " is dead-lettered",
        () ->
            assertThat(deadLetters.bodies().contains(message.body()))
                .as(
                    "dead-lettered, with %d messages in the queue and the record %s",
                    queue.depth(), record(message.key()))
                .isTrue());
  }
}
