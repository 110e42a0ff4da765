package dev.effectivelyonce.simulation.store;

import software.amazon.awssdk.core.SdkClient;

/** What each stand-in for a client of AWS is: nameless, with nothing to close. */
public interface SimulatedClient extends SdkClient {
  @Override
  default String serviceName() {
    return "simulated";
  }

  @Override
  default void close() {
    // It holds nothing.
  }
}
