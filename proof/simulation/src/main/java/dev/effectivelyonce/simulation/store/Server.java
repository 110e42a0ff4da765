package dev.effectivelyonce.simulation.store;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.store.IdempotencyStore;
import java.util.List;

/** What keeps the records of a history, where that is not DynamoDB. */
interface Server {
  /** The store as someone has it who is at the server. */
  IdempotencyStore truth();

  /** The store as a process reaches it, to ask these. */
  IdempotencyStore reachedBy(SimulatedStore way, List<Asked> asked);

  /** Deletes a record, as no write of the protocol does. */
  void delete(RecordId id);
}
