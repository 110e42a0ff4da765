package dev.effectivelyonce.cli.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.cli.config.ConsumerEntry;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.output.Document;
import dev.effectivelyonce.cli.output.Json;
import dev.effectivelyonce.cli.problem.CommandException;
import dev.effectivelyonce.cli.replay.HiddenLetters;
import dev.effectivelyonce.cli.replay.ReplaySetup;
import dev.effectivelyonce.core.key.RecordId;
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
record DeadLetters(
    String queue, List<Letter> letters, Optional<Long> remaining, OptionalLong hidden)
    implements Document {
  /** A dead letter, and what its record means. */
  record Letter(Examined examined, State state) {}

  /**
   * Looks at dead letters by a dry run, which leaves them visible again.
   *
   * @throws CommandException if the queue or the store could not be used on the way
   */
  static DeadLetters peek(ConsumerEntry consumer, int limit, Session session) {
    ReplaySetup setup = ReplaySetup.of(consumer, session);
    List<Examined> seen = new ArrayList<>();
    ReplayRequest request =
        ReplayRequest.everything().withMode(RunMode.DRY_RUN).withMaxMessages(limit);
    ReplayReport report =
        setup.replay().run(request, Optional.empty(), (message, counts) -> seen.add(message));
    report.problem().ifPresent(DeadLetters::refuse);
    List<Letter> letters =
        seen.stream()
            .limit(limit)
            .map(message -> new Letter(message, state(message, consumer, session)))
            .toList();
    Optional<Long> more = report.remaining().map(count -> count + seen.size() - letters.size());
    return new DeadLetters(setup.deadLetters().name(), letters, more, HiddenLetters.of(report));
  }

  private static void refuse(String problem) {
    throw CommandException.unreachable(
        "The dead-letter queue could not be read to its end: " + problem,
        "Correct that, and try again",
        null);
  }

  private static State state(Examined message, ConsumerEntry consumer, Session session) {
    return message
        .keyHash()
        .map(hash -> new RecordId(consumer.name() + "#" + hash))
        .map(id -> State.of(session.store(consumer).find(id), session.now()))
        .orElse(State.ABSENT);
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    for (Letter letter : letters) {
      Examined message = letter.examined();
      text.append(
          "%s  key %s  record %-9s  replay: %s%s\n"
              .formatted(
                  message.messageId(),
                  message.keyHash().orElse("-"),
                  letter.state(),
                  message.decision().label(),
                  message.problem().map(why -> "  " + why).orElse("")));
    }
    return text.append(total()).append('\n').toString();
  }

  private String total() {
    if (hidden.isPresent()) {
      return "%d dead letters could be read in %s; %s"
          .formatted(letters.size(), queue, HiddenLetters.text(hidden.getAsLong()));
    }
    String more = remaining.map(", about %d more"::formatted).orElse("");
    return "%d dead letters in %s%s".formatted(letters.size(), queue, more);
  }

  @Override
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
