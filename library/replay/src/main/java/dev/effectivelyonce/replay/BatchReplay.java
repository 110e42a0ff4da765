package dev.effectivelyonce.replay;

import dev.effectivelyonce.replay.MessageReplay.Done;
import dev.effectivelyonce.replay.MessageReplay.Place;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Examines several dead letters at once, and counts each as it is done. */
final class BatchReplay {
  private final MessageReplay messages;
  private final DeadLetterBuffer letters;
  private final DecisionCounter tally;

  BatchReplay(MessageReplay messages, DeadLetterBuffer letters, DecisionCounter tally) {
    this.messages = messages;
    this.letters = letters;
    this.tally = tally;
  }

  /** Examines all of them at once; empty for each that there was no time to begin. */
  List<Optional<Done>> examine(List<DeadLetter> some) {
    return RunThreads.atOnce(
        some.stream().map(letter -> (Supplier<Optional<Done>>) () -> examine(letter)).toList());
  }

  private Optional<Done> examine(DeadLetter letter) {
    Optional<Done> done = messages.examine(letter);
    done.ifPresent(it -> account(letter, it));
    return done;
  }

  private void account(DeadLetter letter, Done done) {
    letters.examined(letter);
    done.copy().ifPresent(letters::sent);
    if (done.place() == Place.DELETED) {
      letters.deleted(letter);
    }
    tally.add(done.message());
  }
}
