package dev.effectivelyonce.operations.doctor;

import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.deployed.TableFacts;
import dev.effectivelyonce.operations.deployed.TableLookups;
import dev.effectivelyonce.operations.problem.AwsErrors;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Examines the table of a consumer, and the consumer's records there. */
record TableExamination(
    ConsumerEntry consumer, TableLookups lookups, Instant now, Examination found) {
  /** An attempt that goes on writes sooner, whatever the backoff. */
  private static final Duration PATIENCE = Duration.ofHours(1);

  /** Examines the records alone: the table was examined with another consumer. */
  void ofRecords(String other) {
    found.note("The table %s was checked with %s".formatted(consumer.table(), other));
    lookups.table(consumer.table()).known().flatMap(table -> table).ifPresent(this::examineRecords);
  }

  void ofTableAndRecords() {
    found.of(lookups.table(consumer.table()), consumer.table(), "the table", this::examine);
  }

  private void examine(Optional<TableFacts> table) {
    String name = consumer.table();
    found.require(
        table.isPresent(),
        name,
        "the table does not exist in this account and region",
        AwsErrors.NOT_FOUND_REMEDY);
    table.ifPresent(
        facts -> {
          TableChecks.schema(facts, found);
          found.of(
              lookups.timeToLive(name),
              name,
              "its time to live",
              attribute -> TableChecks.timeToLive(name, attribute, found));
          found.of(
              lookups.recovery(name),
              name,
              "its point-in-time recovery",
              isOn -> TableChecks.recovery(name, isOn, found));
          examineRecords(facts);
        });
  }

  private void examineRecords(TableFacts table) {
    String name = consumer.table();
    examineFingerprint();
    if (table.listing().isPresent()) {
      found.of(
          lookups.halfDone(consumer, now.minus(PATIENCE)),
          name,
          "what is half done",
          records -> TableChecks.halfDone(name, consumer, records, found));
    }
    found.of(
        lookups.claimants(name, consumer.name()),
        name,
        "which functions claimed its records",
        functions -> TableChecks.claimants(name, consumer.name(), functions, found));
  }

  /** An API compares whole requests where its code names nothing else. */
  private void examineFingerprint() {
    found.expect(
        consumer.isApi() || !consumer.fingerprint().isEmpty(),
        "configuration",
        "no fingerprint is named: another payload under a used key is skipped as a duplicate",
        "Name what must agree, in the consumer's code and here, or watch dedup.otherPayload");
  }
}
