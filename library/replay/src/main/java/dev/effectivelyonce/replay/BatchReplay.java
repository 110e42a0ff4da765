package dev.effectivelyonce.replay;

import dev.effectivelyonce.replay.MessageReplay.Done;
import dev.effectivelyonce.replay.MessageReplay.Place;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Examines several dead letters at once, and counts each as it is done. */
final class BatchReplay {
  private static final ReplayDecision CAME_BACK = new ReplayDecision.Leave(LeaveReason.CAME_BACK);

  private final MessageReplay messages;
  private final DeadLetterBuffer letters;
  private final DecisionCounter tally;

  BatchReplay(MessageReplay messages, DeadLetterBuffer letters, DecisionCounter tally) {
    this.messages = messages;
    this.letters = letters;
    this.tally = tally;
  }

  /** Examines lanes at once; empty for each letter that there was no time to begin. */
  List<Optional<Done>> examine(Collection<List<DeadLetter>> lanes) {
    List<Supplier<List<Optional<Done>>>> all = new ArrayList<>();
    lanes.forEach(lane -> all.add(() -> lane.stream().map(this::examine).toList()));
    return RunThreads.atOnce(all).stream().flatMap(List::stream).toList();
  }

  private Optional<Done> examine(DeadLetter letter) {
    Optional<Done> done = messages.examine(letter, letters.isSent(letter));
    done.ifPresent(it -> account(letter, it));
    return done;
  }

  private void account(DeadLetter letter, Done done) {
    letters.examined(letter);
    done.copy().ifPresent(letters::sent);
    if (done.message().decision().equals(CAME_BACK)) {
      letters.cameBack(letter);
    }
    if (done.place() == Place.DELETED) {
      letters.deleted(letter);
    }
    tally.add(done.message());
  }
}
