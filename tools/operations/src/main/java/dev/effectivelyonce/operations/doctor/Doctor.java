package dev.effectivelyonce.operations.doctor;

import dev.effectivelyonce.operations.Workplace;
import dev.effectivelyonce.operations.aws.QueueSettings;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.problem.AwsErrors;
import dev.effectivelyonce.operations.problem.OperationException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;

/** Examines consumers. Changes nothing. */
public final class Doctor {
  /** An attempt that goes on writes sooner, whatever the backoff. */
  private static final Duration PATIENCE = Duration.ofHours(1);

  private final ConsumerEntry consumer;
  private final Lookups lookups;
  private final Instant now;
  private final Examination found = new Examination();

  private Doctor(ConsumerEntry consumer, Lookups lookups, Instant now) {
    this.consumer = consumer;
    this.lookups = lookups;
    this.now = now;
  }

  /** Returns what is found at every consumer, or at the one that is named. */
  public static Diagnosis diagnose(Workplace workplace, Optional<String> consumer) {
    Lookups lookups = new Lookups(workplace.clients());
    Map<String, Examination> examined = new LinkedHashMap<>();
    for (ConsumerEntry entry : workplace.consumers(consumer)) {
      examined.put(entry.name(), new Doctor(entry, lookups, workplace.now()).examine());
    }
    return new Diagnosis(examined);
  }

  private Examination examine() {
    consumer.queue().flatMap(this::queue).ifPresent(this::examineQueues);
    examineTable();
    return found;
  }

  private void examineQueues(QueueSettings source) {
    found.require(
        source.redrive().isPresent(),
        source.name(),
        "it has no dead-letter queue: a poison message is tried for days",
        "Give it a redrive policy");
    Optional<QueueSettings> deadLetters =
        source.redrive().flatMap(policy -> queue(queueName(policy.deadLetterArn())));
    deadLetters.ifPresent(it -> QueueChecks.pair(source, it, found));
    found.of(
        lookups.mappings(source.arn()),
        source.name(),
        "what reads it",
        mappings -> {
          MappingChecks.number(mappings, source, found);
          mappings.forEach(mapping -> examineFunction(mapping, source, deadLetters));
        });
  }

  private void examineFunction(
      MappingFacts mapping, QueueSettings source, Optional<QueueSettings> deadLetters) {
    MappingChecks.one(mapping, source, found);
    found.of(
        lookups.function(mapping.functionArn()),
        mapping.functionArn(),
        "the function",
        function -> {
          MappingChecks.alias(mapping, function, found);
          FunctionChecks.visibility(function, mapping, source, found);
          FunctionChecks.receives(function, source, found);
          FunctionChecks.outage(function, source, found);
          FunctionChecks.table(function, consumer.table(), found);
          FunctionChecks.consumer(function, consumer.name(), found);
          FunctionChecks.mode(function, found);
          consumer.retention().ifPresent(it -> FunctionChecks.configuration(function, it, found));
          deadLetters
              .map(it -> QueueChecks.both(source, it))
              .ifPresent(
                  it ->
                      found.of(
                          it,
                          function.name(),
                          "whether records outlive messages",
                          kept -> FunctionChecks.retention(function, kept, found)));
        });
  }

  /** An API compares whole requests where its code names nothing else. */
  private void examineFingerprint() {
    found.expect(
        consumer.isApi() || !consumer.fingerprint().isEmpty(),
        "configuration",
        "no fingerprint is named: another payload under a used key is skipped as a duplicate",
        "Name what must agree, in the consumer's code and here, or watch dedup.otherPayload");
  }

  private void examineTable() {
    String name = consumer.table();
    found.of(
        lookups.table(name),
        name,
        "the table",
        table -> {
          found.require(
              table.isPresent(),
              name,
              "the table does not exist in this account and region",
              AwsErrors.NOT_FOUND_REMEDY);
          table.ifPresent(this::examineTable);
        });
  }

  private void examineTable(TableFacts table) {
    String name = consumer.table();
    TableChecks.schema(table, found);
    examineFingerprint();
    if (table.listing().isPresent()) {
      found.of(
          lookups.halfDone(consumer, now.minus(PATIENCE)),
          name,
          "what is half done",
          records -> TableChecks.halfDone(name, consumer, records, found));
    }
    found.of(
        lookups.timeToLive(name),
        name,
        "its time to live",
        attribute -> TableChecks.timeToLive(name, attribute, found));
    found.of(
        lookups.claimants(name, consumer.name()),
        name,
        "which functions claimed its records",
        functions -> TableChecks.claimants(name, consumer.name(), functions, found));
    found.of(
        lookups.recovery(name),
        name,
        "its point-in-time recovery",
        isOn -> TableChecks.recovery(name, isOn, found));
  }

  /** The queue, if there is one and it can be looked at; else that is a finding. */
  private Optional<QueueSettings> queue(String nameOrUrl) {
    try {
      LookupResult<QueueSettings> known = lookups.queue(nameOrUrl);
      found.of(known, nameOrUrl, "the queue", settings -> {});
      return known instanceof LookupResult.Value<QueueSettings>(QueueSettings settings)
          ? Optional.of(settings)
          : Optional.empty();
    } catch (OperationException e) {
      if (!(e.getCause() instanceof QueueDoesNotExistException)) {
        throw e;
      }
      found.require(false, nameOrUrl, e.problem(), e.remedy());
      return Optional.empty();
    }
  }

  private static String queueName(String arn) {
    return arn.substring(arn.lastIndexOf(':') + 1);
  }
}
