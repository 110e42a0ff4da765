package dev.effectivelyonce.simulation.outbox;

import dev.effectivelyonce.simulation.history.Words;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.simulation.store.Network;
import dev.effectivelyonce.simulation.store.Network.Call;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkClientException;

/**
 * Calls services over the network, as the SDK's clients of a publisher do.
 *
 * @param process who calls
 * @param now the true time
 */
public record Caller(SimulatedProcess process, Network network, Supplier<Instant> now) {
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(4);

  <T> T call(Words what, Supplier<T> carriedOut) {
    try {
      return network.call(new Call<>(process, what, now.get().plus(CALL_TIMEOUT), carriedOut));
    } catch (Network.Unanswered e) {
      throw SdkClientException.create(what + " came to nothing", e);
    }
  }
}
