package dev.effectivelyonce.integration.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** A time in which a consumer's function sees nothing of its queue. */
public final class Outage {

  private Outage() {}

  /** Dead-letters messages that no function has seen: they are received until SQS gives up. */
  public static void deadLetter(Consumer consumer, Outgoing... messages) {
    Queue deadLetters = consumer.deadLetters().queue();
    int before = deadLetters.depth();
    consumer.function().stopPolling();
    try {
      consumer.send(messages);
      Eventually.holds(
          "SQS dead-letters what is received too often",
          () -> {
            consumer.queue().receiveAndLetGo();
            assertThat(List.of(deadLetters.depth(), consumer.queue().depth()))
                .as("dead letters, and messages left")
                .containsExactly(before + messages.length, 0);
          });
    } finally {
      consumer.function().resumePolling();
    }
  }
}
