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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetworkTest {
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

  private final List<String> carriedOut = new ArrayList<>();
  private final List<Object> heard = new ArrayList<>();

  @ParameterizedTest(name = "{0}: carried out {1} times, heard {2}")
  @CsvSource({
    ", 1, answer",
    "ANSWER_LOST, 3, ANSWER_LOST",
    "REQUEST_LOST, 0, ANSWER_LOST",
    // A missing permission is not asked for again.
    "DENIED, 0, DENIED"
  })
  void aRequestIsSentAgainUntilItIsAnsweredOrRefused(
      @Nullable Fault always, int times, String last) {
    run(always == null ? Set.of() : Set.of(always), "caller");
    assertThat(carriedOut).hasSize(times);
    assertThat(heard).map(Object::toString).containsExactly(last);
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
    Fault[] faults =
        Arrays.stream(Fault.values())
            .filter(it -> it.kind() == Fault.Kind.ALL)
            .toArray(Fault[]::new);
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
