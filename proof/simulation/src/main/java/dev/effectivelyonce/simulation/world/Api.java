package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.simulation.check.Requests.Kept;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.simulation.lambda.ApiFunction;

/** A function behind a gateway that has an effect for each request once. */
interface Api {
  /** The record of a request. */
  RecordId id(SimulatedRequest request);

  /** What tells a request from another one under its key. */
  Fingerprint fingerprint(SimulatedRequest request);

  /** What its records keep of its answers. */
  Kept kept();

  /** The function, as a new process starts it. */
  ApiFunction start(SimulatedProcess process, IdempotencyStore records);
}
