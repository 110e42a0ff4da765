package dev.effectivelyonce.core.migration;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Refused;
import dev.effectivelyonce.core.store.WriteResult.Written;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The two stores of a migration, and which of them counts for a record. The old store counts until
 * its record is closed, except where the next one has a later state of the same attempt.
 */
record StorePair(IdempotencyStore old, IdempotencyStore next) {
  private static final Logger LOG = LoggerFactory.getLogger(MigratingStore.class);
  private static final String CLOSED = "moved:";
  private static final String ENDED = "ended:";
  private static final Duration CLOSED_LEASE = Duration.ofMillis(1);

  StorePair withDeadline(Instant deadline) {
    return new StorePair(old.withDeadline(deadline), next.withDeadline(deadline));
  }

  /** Returns the record of the old store, unless it is closed, expired or absent. */
  Optional<IdempotencyRecord> standing(RecordId id, Instant now) {
    return standing(old.find(id), now);
  }

  static Optional<IdempotencyRecord> standing(Optional<IdempotencyRecord> found, Instant now) {
    return found.filter(it -> !isClosed(it) && !it.isExpired(now));
  }

  static boolean isClosed(IdempotencyRecord record) {
    return record.owner().value().startsWith(CLOSED);
  }

  /** Returns the claim that closes a record: it lapses at once, and its owner is no attempt. */
  static Claim closing(RecordId id, AttemptId last, WriteTimestamp stamp) {
    return lapsed(id, new AttemptId(CLOSED + last), stamp);
  }

  private static Claim lapsed(RecordId id, AttemptId nobody, WriteTimestamp stamp) {
    return new Claim(id, nobody, stamp.at().plus(CLOSED_LEASE), stamp);
  }

  /**
   * Returns the old store's record after its claim was ended for an operator: nobody notes anything
   * there any more, but it still counts. Empty if it has changed.
   */
  Optional<IdempotencyRecord> ended(IdempotencyRecord standing) {
    if (standing.status() != Status.INPROGRESS) {
      return Optional.of(standing);
    }
    AttemptId nobody = new AttemptId(ENDED + standing.owner());
    return takenOver(standing, lapsed(standing.id(), nobody, standing.stamp()))
            instanceof Written(IdempotencyRecord ended)
        ? Optional.of(ended)
        : Optional.empty();
  }

  /**
   * Closes the record of the old store if there is none, else returns it. The attempt before, and
   * one whose claim there is under way, may have claimed in the next store alone so far: none of
   * them may claim in the old one any more.
   */
  Optional<IdempotencyRecord> closedIfAbsent(IdempotencyRecord seen, WriteTimestamp stamp) {
    Claim closing = closing(seen.id(), seen.owner(), stamp);
    return old.claim(closing) instanceof Refused(Optional<IdempotencyRecord> current)
        ? standing(current, stamp.at())
        : Optional.empty();
  }

  WriteResult close(IdempotencyRecord standing, WriteTimestamp stamp) {
    return old.takeOver(standing, closing(standing.id(), standing.owner(), stamp));
  }

  /** Returns the record after the next store refused a claim, as the store that counts has it. */
  Optional<IdempotencyRecord> latest(Optional<IdempotencyRecord> refusing, Instant now) {
    return refusing.flatMap(
        record ->
            record.status() == Status.COMPLETED
                ? refusing
                : standing(record.id(), now)
                    .filter(it -> !follows(record, it) && mayReplace(record, it, now))
                    .map(it -> brought(it, record))
                    .orElse(refusing));
  }

  /**
   * Returns whether a copy may replace the record: not the live claim of another attempt, unless
   * the event is done. That claim is left of an attempt whose end was not copied, and can't run.
   */
  private static boolean mayReplace(
      IdempotencyRecord record, IdempotencyRecord standing, Instant now) {
    return !record.isLive(now)
        || record.isOwnedBy(standing.owner())
        || standing.status() == Status.COMPLETED;
  }

  /**
   * Returns whether whoever takes over the next store's record may take over the old one's too. A
   * claim that is live in the old store alone is one that its attempt renewed there.
   */
  static boolean mayTakeOver(IdempotencyRecord record, IdempotencyRecord standing, Instant now) {
    return follows(record, standing) && (record.isLive(now) || !standing.isLive(now));
  }

  /**
   * Returns whether the next store's record is the old one's copy, or what an operator made of it.
   */
  static boolean follows(IdempotencyRecord record, IdempotencyRecord standing) {
    if (!record.isOwnedBy(standing.owner())) {
      return record.isOwnedBy(standing.forgotten(standing.stamp()).owner());
    }
    if (record.status() == Status.INPROGRESS) {
      return standing.status() == Status.INPROGRESS && isSameClaim(record, standing);
    }
    boolean isUndone = standing.status() == Status.COMPLETED && record.status() != Status.COMPLETED;
    return !isUndone && !standing.stamp().at().isAfter(record.stamp().at());
  }

  private static boolean isSameClaim(IdempotencyRecord record, IdempotencyRecord standing) {
    return record.leaseUntil().equals(standing.leaseUntil()) && haveSameNotes(record, standing);
  }

  private static boolean haveSameNotes(IdempotencyRecord one, IdempotencyRecord other) {
    return Stream.concat(one.steps().stream(), other.steps().stream())
        .allMatch(step -> one.hasStepAsIn(other, step.name()));
  }

  /** Replaces the next store's record by the old one's, and returns what stands then. */
  Optional<IdempotencyRecord> brought(IdempotencyRecord standing, IdempotencyRecord over) {
    return next.copy(over, standing).current();
  }

  WriteResult refusedBy(IdempotencyRecord standing, IdempotencyRecord over) {
    return new Refused(brought(standing, over));
  }

  /** Takes over the old store's record. A claim whose answer was lost is known by its owner. */
  WriteResult takenOver(IdempotencyRecord standing, Claim claim) {
    WriteResult answer = old.takeOver(standing, claim);
    return answer instanceof Refused(Optional<IdempotencyRecord> current)
            && MigratingStore.isMine(current, claim)
        ? new Written(current.orElseThrow())
        : answer;
  }

  /**
   * Copies to the next store's record the steps that were noted in the old store's one after it was
   * seen.
   *
   * @param after the old store's record, when nobody notes anything there any more
   */
  WriteResult withLateNotes(
      IdempotencyRecord mine, IdempotencyRecord seen, Optional<IdempotencyRecord> after) {
    IdempotencyRecord noted = mine;
    for (Step step : after.map(IdempotencyRecord::steps).orElse(List.of())) {
      boolean isLate = !after.orElseThrow().hasStepAsIn(seen, step.name());
      noted = isLate ? noted.noted(step, mine.stamp()) : noted;
    }
    return noted.equals(mine) ? new Written(mine) : next.copy(mine, noted);
  }

  /**
   * Writes to the next store what the old one has decided. A lost copy is made good by the next
   * attempt, which asks the old store. So whatever the next store throws, the decision stands.
   */
  void copy(Write write) {
    try {
      if (next.write(write) instanceof Refused) {
        LOG.debug("The copy of {} in the next store has changed meanwhile", write.id());
      }
    } catch (RuntimeException e) {
      LOG.info("{} was not copied to the next store, and is when it comes again", write.id(), e);
    }
  }
}
