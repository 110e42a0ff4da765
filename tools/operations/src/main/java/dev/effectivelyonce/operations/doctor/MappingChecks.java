package dev.effectivelyonce.operations.doctor;

import dev.effectivelyonce.operations.aws.QueueSettings;
import dev.effectivelyonce.operations.config.ConsumerEntry.Host;
import dev.effectivelyonce.operations.deployed.FunctionFacts;
import dev.effectivelyonce.operations.deployed.MappingFacts;
import java.util.List;
import java.util.Set;

/** Rules of an event source mapping. */
final class MappingChecks {
  private static final Set<String> WORKING = Set.of("Enabled", "Enabling", "Updating", "Creating");
  private static final int MAX_FIFO_BATCH = 10;
  private static final int LEAST_CONCURRENCY = 2;

  private MappingChecks() {}

  static void number(
      List<MappingFacts> mappings, QueueSettings source, Host host, Examination found) {
    if (host == Host.PROCESS) {
      found.require(
          mappings.isEmpty(),
          source.name(),
          "an event source mapping reads it too",
          "Remove the mapping, or the process: the configuration says that a process reads it");
      return;
    }
    found.require(
        mappings.size() == 1,
        source.name(),
        "%s event source mappings read it".formatted(mappings.size()),
        mappings.isEmpty()
            ? "Deploy the consumer, or correct the configuration: \"host\" is \"process\" if a"
                + " worker reads it"
            : "Leave one: functions with different records would each run what the other has done");
  }

  /** Checks what holds of every source. */
  static void working(MappingFacts mapping, Examination found) {
    String where = "mapping " + mapping.id();
    found.require(
        WORKING.contains(mapping.state()),
        where,
        "its state is " + mapping.state() + ": nothing is delivered",
        "Enable it, if that is not on purpose");
  }

  static void reportsFailures(MappingFacts mapping, Examination found) {
    found.require(
        mapping.reportsFailures(),
        "mapping " + mapping.id(),
        "it does not ask for partial batch responses",
        "Set ReportBatchItemFailures: without it failed messages are deleted with their batch");
  }

  static void one(MappingFacts mapping, QueueSettings source, Examination found) {
    working(mapping, found);
    reportsFailures(mapping, found);
    String where = "mapping " + mapping.id();
    found.require(
        !source.isFifo() || mapping.batchSize() <= MAX_FIFO_BATCH,
        where,
        "its batch size is " + mapping.batchSize() + " on a FIFO queue",
        "Lower it to 10");
    mapping
        .maximumConcurrency()
        .ifPresent(
            most ->
                found.require(
                    most >= LEAST_CONCURRENCY,
                    where,
                    "its maximum concurrency is " + most,
                    "Set 2 to 1000, or none"));
  }

  static void alias(MappingFacts mapping, FunctionFacts function, Examination found) {
    if (function.hasSnapStart()) {
      found.require(
          mapping.isQualified(),
          "mapping " + mapping.id(),
          "it invokes $LATEST of a function with SnapStart",
          "Point it to an alias: Lambda takes snapshots only of published versions");
    }
  }
}
