package dev.effectivelyonce.cli.console;

import dev.effectivelyonce.cli.options.Session;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;

/**
 * The acts that previews have offered, and those that were confirmed, each by its token: a form
 * without one is not a preview's. A token begins one act. A form that is sent again, from this tab
 * or another, leads to the act that it began.
 */
final class Acts implements AutoCloseable {
  /** So many previews can wait for their confirmation: each may have the ids of many letters. */
  private static final int MOST_OFFERS = 20;

  /** So many acts are kept: each has its preview. */
  private static final int MOST_RUNS = 100;

  private final Session session;
  private final Looks looks;
  private final RandomGenerator random;
  private final SequencedMap<String, Act> offers = new LinkedHashMap<>();
  private final SequencedMap<String, ActRun> runs = new LinkedHashMap<>();
  private int confirmed;

  /** Those whose end the command awaits: its thread alone works with them. */
  private final Set<ActRun> stopped = new LinkedHashSet<>();

  Acts(Session session, Looks looks, RandomGenerator random) {
    this.session = session;
    this.looks = looks;
    this.random = random;
  }

  /** Offers an act, and returns the token that confirms it. */
  synchronized String offer(Act act) {
    String token = Door.secret(random);
    offers.put(token, act);
    if (offers.size() > MOST_OFFERS) {
      offers.pollFirstEntry();
    }
    return token;
  }

  synchronized Optional<Act> offered(String token) {
    return Optional.ofNullable(offers.get(token));
  }

  /** Returns the act that a token has begun. */
  synchronized Optional<ActRun> begun(String token) {
    return Optional.ofNullable(runs.get(token));
  }

  /** Begins the act of a token, unless it is begun; empty if there is none. */
  synchronized Optional<ActRun> begin(String token, String reason) {
    Optional.ofNullable(offers.remove(token))
        .map(
            act ->
                new ActRun(
                    ++confirmed, token, act, reason, looks, session.context().platform().clock()))
        .ifPresent(
            run -> {
              runs.put(token, run);
              run.start();
              if (runs.size() > MOST_RUNS) {
                runs.values().stream().filter(ActRun::isOver).findFirst().ifPresent(this::forget);
              }
            });
    return begun(token);
  }

  private void forget(ActRun run) {
    runs.remove(run.token);
  }

  /** Returns the acts that were confirmed, the last one first. */
  synchronized List<ActRun> all() {
    return List.copyOf(runs.sequencedValues().reversed());
  }

  /** Returns the act that holds a consumer's dead letters, or is the next to do so. */
  Optional<ActRun> underWay(String consumer) {
    return all().reversed().stream()
        .filter(it -> it.act.letters().filter(of -> of.name().equals(consumer)).isPresent())
        .filter(it -> !it.isOver())
        .findFirst();
  }

  /** Stops what is under way, and tells it. */
  void stop() {
    for (ActRun run : all()) {
      if (!run.isOver() && stopped.add(run)) {
        run.stop();
        session.output().tell(run.act.title() + ": " + run.state());
      }
    }
  }

  /** Stops what is under way, and tells what became of each act as soon as it has ended. */
  @Override
  public void close() {
    stop();
    try (ExecutorService waiting = Executors.newVirtualThreadPerTaskExecutor()) {
      stopped.forEach(run -> waiting.execute(() -> tellTheEnd(run)));
    }
  }

  private void tellTheEnd(ActRun run) {
    run.awaitEnd();
    session.output().tell(run.text());
  }
}
