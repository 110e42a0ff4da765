package dev.effectivelyonce.operations.deadletters;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.operations.Workplace;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.json.Json;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.operations.record.State;
import dev.effectivelyonce.operations.replay.ReplayResult;
import dev.effectivelyonce.operations.replay.ReplaySetup;
import dev.effectivelyonce.replay.Examined;
import dev.effectivelyonce.replay.ReplayReport;
import dev.effectivelyonce.replay.ReplayRequest;
import dev.effectivelyonce.replay.RunMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is in a dead-letter queue.
 *
 * @param queue its name
 * @param letters as many as were asked for
 * @param remaining about how many more there are
 * @param hidden of these, about how many another reader hides
 */
public record DeadLetters(
    String queue, List<Letter> letters, Optional<Long> remaining, OptionalLong hidden) {
  /**
   * A dead letter.
   *
   * @param examined the message, and what a replay would do with it
   * @param state what its record means
   */
  public record Letter(Examined examined, State state) {}

  /**
   * Looks at dead letters by a dry run, which leaves them visible again.
   *
   * @throws OperationException if the queue or the store could not be used on the way
   */
  public static DeadLetters peek(ConsumerEntry consumer, int limit, Workplace workplace) {
    ReplaySetup setup = ReplaySetup.of(consumer, workplace);
    List<Examined> seen = new ArrayList<>();
    ReplayRequest request =
        ReplayRequest.everything().withMode(RunMode.DRY_RUN).withMaxMessages(limit);
    ReplayResult result = setup.run(request, (message, counts) -> seen.add(message));
    ReplayReport report = result.report();
    report.problem().ifPresent(DeadLetters::refuse);
    List<Letter> letters =
        seen.stream()
            .limit(limit)
            .map(message -> new Letter(message, state(message, consumer, workplace)))
            .toList();
    Optional<Long> more = report.remaining().map(count -> count + seen.size() - letters.size());
    return new DeadLetters(setup.deadLetters().name(), letters, more, result.hidden());
  }

  private static void refuse(String problem) {
    throw OperationException.unreachable(
        "The dead-letter queue could not be read to its end: " + problem,
        "Correct that, and try again",
        null);
  }

  private static State state(Examined message, ConsumerEntry consumer, Workplace workplace) {
    return message
        .keyHash()
        .map(hash -> new RecordId(consumer.name() + "#" + hash))
        .map(id -> State.of(workplace.store(consumer).find(id), workplace.now()))
        .orElse(State.ABSENT);
  }

  /** Returns it for programs. */
  public ObjectNode json() {
    ObjectNode node = Json.object();
    node.put("deadLetterQueue", queue);
    node.put("count", letters.size());
    node.put("remaining", remaining.orElse(-1L));
    node.set("deadLetters", Json.array(letters.stream().map(DeadLetters::json).toList()));
    return node;
  }

  private static ObjectNode json(Letter letter) {
    ObjectNode node = Json.object();
    node.put("messageId", letter.examined().messageId());
    Json.put(node, "keyHash", letter.examined().keyHash());
    node.put("state", letter.state().name());
    node.put("replayWould", letter.examined().decision().label());
    Json.put(node, "problem", letter.examined().problem());
    return node;
  }
}
