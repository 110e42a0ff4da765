package dev.effectivelyonce.simulation.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Faults;
import dev.effectivelyonce.simulation.history.Trace;
import dev.effectivelyonce.simulation.history.Words;
import dev.effectivelyonce.simulation.kernel.Choices;
import dev.effectivelyonce.simulation.kernel.Scheduler;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.simulation.store.Network.Call;
import dev.effectivelyonce.simulation.store.Network.Unanswered;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NetworkTest {
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

  private final List<String> carriedOut = new ArrayList<>();
  private final List<Object> heard = new ArrayList<>();

  @Test
  void withoutFaultsARequestIsCarriedOutOnceAndAnswered() {
    run(Set.of(), "caller");

    assertThat(carriedOut).hasSize(1);
    assertThat(heard).containsExactly("answer");
  }

  @Test
  void aRequestWhoseAnswerIsLostIsSentAgainAndThenGivenUp() {
    run(Set.of(Fault.ANSWER_LOST), "caller");

    assertThat(carriedOut).hasSize(3);
    assertThat(heard).containsExactly(Fault.ANSWER_LOST);
  }

  @Test
  void aLostRequestIsNeverCarriedOut() {
    run(Set.of(Fault.REQUEST_LOST), "caller");

    assertThat(carriedOut).isEmpty();
    assertThat(heard).containsExactly(Fault.ANSWER_LOST);
  }

  @Test
  void aMissingPermissionIsNotAskedForAgain() {
    run(Set.of(Fault.DENIED), "caller");

    assertThat(carriedOut).isEmpty();
    assertThat(heard).containsExactly(Fault.DENIED);
  }

  @Test
  void whatIsOnItsWayArrivesThoughItsSenderHasDied() {
    run(Set.of(), "victim");

    assertThat(carriedOut).hasSize(1);
    assertThat(heard).isEmpty();
  }

  /** Makes one call; a victim dies before its request arrives. */
  private void run(Set<Fault> always, String caller) {
    Choices mostly = bound -> bound == 1000 ? 999 : 0;
    Scheduler scheduler = new Scheduler(Choices.of(), START);
    Faults faults = new Faults(levels(always, mostly), new Counts());
    Trace trace = Trace.none(scheduler::now);
    Network network = new Network(scheduler, faults, trace);
    SimulatedProcess process = scheduler.process(caller, Duration.ZERO);
    process.start(() -> call(network, process));
    if (caller.equals("victim")) {
      scheduler.after(Duration.ofMillis(1), process::kill);
    }
    while (scheduler.step()) {
      // Until nothing is left to do.
    }
  }

  /** The first choices are how often each fault happens: here always, or never. */
  private static Choices levels(Set<Fault> always, Choices then) {
    Fault[] faults = Arrays.stream(Fault.values()).filter(Fault::isOfAll).toArray(Fault[]::new);
    int[] drawn = {0};
    return bound ->
        drawn[0] < faults.length ? (always.contains(faults[drawn[0]++]) ? 3 : 0) : then.next(bound);
  }

  private void call(Network network, SimulatedProcess process) {
    try {
      heard.add(
          network.call(
              new Call<>(process, Words.of("CALL"), START.plusSeconds(10), this::carryOut)));
    } catch (Unanswered e) {
      heard.add(e.fault());
    }
  }

  private String carryOut() {
    carriedOut.add("once");
    return "answer";
  }
}
