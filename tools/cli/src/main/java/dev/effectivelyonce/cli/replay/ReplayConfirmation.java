package dev.effectivelyonce.cli.replay;

import dev.effectivelyonce.operations.replay.ReplaySetup;
import dev.effectivelyonce.replay.Force;
import dev.effectivelyonce.replay.ReplayFilter;
import dev.effectivelyonce.replay.ReplayRequest;

/** What is asked before a replay. */
final class ReplayConfirmation {
  private ReplayConfirmation() {}

  static String about(ReplayRequest request, ReplaySetup setup) {
    return "Replay %s from %s to %s%s?"
        .formatted(
            which(request) + letters(setup),
            setup.deadLetters().name(),
            setup.target(),
            request.force() == Force.ON ? ", those beyond the records' retention too" : "");
  }

  private static String which(ReplayRequest request) {
    boolean isLimited = request.maxMessages() != ReplayRequest.UNLIMITED;
    boolean isFiltered = !request.filter().equals(ReplayFilter.NONE);
    if (isLimited) {
      return "up to " + request.maxMessages() + (isFiltered ? " that match of " : " of ");
    }
    return isFiltered ? "those that match of " : "";
  }

  private static String letters(ReplaySetup setup) {
    return setup
        .deadLetters()
        .messages()
        .filter(count -> count > 0)
        .map(count -> "about %s dead letter%s".formatted(count, count == 1 ? "" : "s"))
        .orElse("dead letters");
  }
}
