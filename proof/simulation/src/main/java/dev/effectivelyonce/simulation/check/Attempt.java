package dev.effectivelyonce.simulation.check;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** One run of a handler, as it truly was. */
public final class Attempt {
  final RecordId id;
  Life life;
  final AttemptId owner;
  final Fingerprint payload;
  final SimulatedProcess process;
  Instant heldUntil;
  final Instant began;
  private BooleanSupplier counts = () -> false;
  boolean hadEffect;
  boolean threw;
  boolean isRunning = true;
  boolean isCompleted;
  Optional<String> returned = Optional.empty();

  /**
   * @param life the record's life that it was claimed in: a zombie outlives it
   * @param heldUntil when Lambda ends its invocation, in true time
   */
  Attempt(
      RecordId id,
      Life life,
      AttemptId owner,
      Fingerprint payload,
      SimulatedProcess process,
      Instant began,
      Instant heldUntil) {
    this.id = id;
    this.life = life;
    this.owner = owner;
    this.payload = payload;
    this.process = process;
    this.began = began;
    this.heldUntil = heldUntil;
  }

  /**
   * What its handler is told about its claim.
   *
   * @param onItsClaim whether it may count on it
   */
  void counts(BooleanSupplier onItsClaim) {
    counts = onItsClaim;
  }

  /** Whether its handler goes on, and would be told that it may. */
  boolean countsOnItsClaim() {
    return runs() && counts.getAsBoolean();
  }

  /** Whether its handler goes on in a living process. */
  boolean runs() {
    return isRunning && process.isAlive();
  }

  /**
   * Whether it could not record its completion, so that another attempt at that time is no fault.
   */
  boolean couldNotComplete(Instant now) {
    return !isCompleted && (threw || !process.isAlive() || !now.isBefore(heldUntil));
  }

  @Override
  public String toString() {
    return "attempt " + owner + " in " + process.name();
  }
}
