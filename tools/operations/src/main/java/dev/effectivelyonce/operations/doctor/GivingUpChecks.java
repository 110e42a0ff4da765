package dev.effectivelyonce.operations.doctor;

import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.operations.aws.QueueSettings;
import dev.effectivelyonce.operations.deployed.FunctionFacts;
import dev.effectivelyonce.operations.deployed.MappingFacts;
import dev.effectivelyonce.operations.deployed.MappingFacts.GivingUp;
import dev.effectivelyonce.operations.deployed.SourceKind;
import java.time.Duration;
import java.util.Optional;

/** Rules of what reads a stream or Kafka: how records come back, and how they are given up. */
record GivingUpChecks(SourceKind kind, FunctionFacts function, Examination found) {
  private static final Duration TABLE_RETENTION = Duration.ofHours(24);
  private static final Duration PARKED_FOR = Duration.ofDays(14);

  void mapping(MappingFacts mapping, Optional<QueueSettings> parking) {
    String where = "mapping " + mapping.id();
    MappingChecks.reportsFailures(mapping, found);
    GivingUp giving = mapping.giving();
    found.require(
        giving.bisects(),
        where,
        "it does not bisect a batch whose invocation failed",
        "Set BisectBatchOnFunctionError: one record that kills the process holds all of its batch");
    found.require(
        giving.tumblingWindow().isZero(),
        where,
        "it has a tumbling window, with which every invocation fails",
        "Remove it");
    found.require(
        kind != SourceKind.KAFKA || giving.isProvisioned(),
        where,
        "it is not in provisioned mode: Lambda takes no partial batch responses of Kafka",
        "Set a ProvisionedPollerConfig");
    destination(where, giving, parking);
    age(where, giving);
    retries(where, giving);
  }

  private void destination(String where, GivingUp giving, Optional<QueueSettings> parking) {
    found.require(
        giving.destination().isPresent(),
        where,
        "it has no destination for failures: the places of what it gives up are lost",
        "Name the parking queue as its destination for failures");
    giving
        .destination()
        .ifPresent(
            to ->
                parking.ifPresent(
                    queue ->
                        found.expect(
                            to.equals(queue.arn()),
                            where,
                            "what it gives up goes to %s, not to the parking queue".formatted(to),
                            "Name the parking queue, which has an alarm")));
  }

  private void age(String where, GivingUp giving) {
    found.require(
        giving.recordAge().isPresent(),
        where,
        "it gives a record up at no age: one that always fails holds its place until it expires",
        "Set MaximumRecordAgeInSeconds, less than the source keeps records");
    giving
        .recordAge()
        .filter(age -> kind == SourceKind.TABLE_STREAM)
        .ifPresent(
            age ->
                found.require(
                    age.compareTo(TABLE_RETENTION) < 0,
                    where,
                    "it gives records up at an age of %s, when the stream has lost them (%s)"
                        .formatted(age, TABLE_RETENTION),
                    "Lower MaximumRecordAgeInSeconds: the queue gets places, not records"));
    if (kind != SourceKind.TABLE_STREAM) {
      found.note("How long the source of " + where + " keeps its records was not checked");
    }
  }

  private void retries(String where, GivingUp giving) {
    int retries = giving.retries().orElse(-1);
    found.require(
        kind != SourceKind.KAFKA || retries >= 0,
        where,
        "it has no number of retries: with a destination Lambda gives up after 10",
        "Set MaximumRetryAttempts to 10000");
    Duration covered = function.timeout().multipliedBy(Math.max(0, retries) + 1L);
    found.expect(
        retries < 0 || covered.compareTo(FunctionChecks.AN_OUTAGE) >= 0,
        where,
        "its %s retries cover an outage of %s".formatted(retries, covered),
        "State outageTolerance on the construct, or raise MaximumRetryAttempts, for an outage of "
            + FunctionChecks.AN_OUTAGE);
  }

  /** Checks that records outlive what can bring a parked record again. */
  void parking(QueueSettings queue, MappingFacts mapping) {
    queue
        .retention()
        .ifPresent(
            kept -> {
              found.expect(
                  kept.compareTo(PARKED_FOR) >= 0,
                  queue.name(),
                  "it keeps what is parked for " + kept,
                  "Raise its retention to 14 days, the most");
              Duration before =
                  kind == SourceKind.TABLE_STREAM
                      ? TABLE_RETENTION
                      : mapping.giving().recordAge().orElse(Duration.ZERO);
              FunctionChecks.outlives(
                  function,
                  before.plus(kept),
                  "what source and parking queue keep a record",
                  found);
            });
    if (queue.retention().isEmpty()) {
      found.note(
          "%s does not say how long it keeps what is parked: %s was not checked against it"
              .formatted(queue.name(), EnvironmentVariables.RETENTION));
    }
  }
}
