package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.engine.UnsoundProcessError;
import dev.effectivelyonce.replay.MessageReplay.Done;
import dev.effectivelyonce.replay.MessageReplay.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

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
  List<Optional<Done>> examine(List<DeadLetter> some) throws InterruptedException {
    if (some.size() == 1) {
      return List.of(examine(some.getFirst()));
    }
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Optional<Done>>> running =
          some.stream().map(letter -> executor.submit(() -> examine(letter))).toList();
      try {
        return join(running);
      } catch (InterruptedException e) {
        executor.shutdownNow();
        throw e;
      }
    }
  }

  private Optional<Done> examine(DeadLetter letter) throws InterruptedException {
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

  private static List<Optional<Done>> join(List<Future<Optional<Done>>> running)
      throws InterruptedException {
    List<Optional<Done>> all = new ArrayList<>();
    for (Future<Optional<Done>> one : running) {
      try {
        all.add(one.get());
      } catch (ExecutionException e) {
        UnsoundProcessError.throwIfShownBy(Objects.requireNonNull(e.getCause()));
        throw new IllegalStateException("A message ended without an answer", e);
      }
    }
    return all;
  }
}
