package dev.effectivelyonce.cli.record;

import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.operations.record.Move;
import java.util.stream.Stream;

/**
 * What to type for a move.
 *
 * @param session whose options are typed again
 */
public record CommandWords(Session session) implements Move.Words {
  @Override
  public String of(Move move) {
    return switch (move) {
      case Move.Settle settle ->
          session.command(
              Stream.of(
                      Stream.of("settle", choice(settle.settlement())),
                      settle.step().stream().map("--step="::concat),
                      Stream.of("--record-id=" + settle.record().value()))
                  .flatMap(words -> words)
                  .toArray(String[]::new));
      case Move.Acknowledge acknowledge ->
          session.command(
              "acknowledge",
              "--record-id=" + acknowledge.record().value(),
              "--reason=WHY_NOTHING_IS_LEFT_TO_DO");
      case Move.TryReplay replay ->
          session.command(
              "replay",
              "--consumer=" + replay.consumer(),
              "--key=" + replay.record().keyHash(),
              "--dry-run");
      case Move.LookAtDeadLetters look ->
          session.command("dead-letters", "--consumer=" + look.consumer());
    };
  }

  /** Returns how the command line calls a settlement. */
  public static String choice(Settlement settlement) {
    return switch (settlement) {
      case COMPLETED -> "completed";
      case RETRYABLE -> "retry";
    };
  }
}
