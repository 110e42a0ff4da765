package dev.effectivelyonce.simulation.outbox;

import dev.effectivelyonce.simulation.history.Words;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.simulation.store.Network;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Calls services over the network, as the SDK's clients of a publisher do.
 *
 * @param process who calls
 */
public record Caller(SimulatedProcess process, Network network) {
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(4);

  <T> T call(Words what, Supplier<T> carriedOut) {
    return network.call(process, what, CALL_TIMEOUT, carriedOut);
  }
}
