package dev.effectivelyonce.batch;

import dev.effectivelyonce.core.engine.FatalProcessError;
import java.time.Clock;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Parks messages, and says whether it did. */
record Parker(Parking parking, Clock clock) {
  private static final Logger LOG = LoggerFactory.getLogger(Parker.class);

  boolean isParked(ParkedMessage message, Instant deadline) {
    if (!clock.instant().isBefore(deadline)) {
      LOG.warn("No time was left to park a message; it comes back");
      return false;
    }
    try {
      parking.put(message, deadline);
      LOG.info("Parked: {}", message);
      return true;
    } catch (Throwable e) {
      // Errors are caught too: the others of the batch are still to be parked.
      FatalProcessError.throwIfShownBy(e);
      LOG.error("Not parked, so it comes back, and what its source holds for it: {}", message, e);
      return false;
    }
  }
}
