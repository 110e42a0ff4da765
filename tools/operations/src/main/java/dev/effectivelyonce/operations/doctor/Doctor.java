package dev.effectivelyonce.operations.doctor;

import dev.effectivelyonce.operations.OperatorContext;
import dev.effectivelyonce.operations.aws.QueueSettings;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.config.ConsumerEntry.Host;
import dev.effectivelyonce.operations.deployed.FunctionArn;
import dev.effectivelyonce.operations.deployed.FunctionFacts;
import dev.effectivelyonce.operations.deployed.FunctionLookups;
import dev.effectivelyonce.operations.deployed.LiveFunction;
import dev.effectivelyonce.operations.deployed.MappingFacts;
import dev.effectivelyonce.operations.deployed.QueueLookups;
import dev.effectivelyonce.operations.deployed.TableLookups;
import dev.effectivelyonce.operations.problem.AwsErrors;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Examines consumers. Changes nothing. */
public final class Doctor {
  private final ConsumerEntry consumer;
  private final QueueLookups queues;
  private final FunctionLookups functions;
  private final Examination found = new Examination();

  private Doctor(ConsumerEntry consumer, OperatorContext context) {
    this.consumer = consumer;
    this.queues = context.queues();
    this.functions = new FunctionLookups(context.clients());
  }

  /** Returns what is found at every consumer, or at the one that is named. */
  public static Diagnosis diagnose(OperatorContext context, Optional<String> consumer) {
    TableLookups tables = new TableLookups(context.clients());
    Map<String, Examination> examined = new LinkedHashMap<>();
    Map<String, String> examinedTables = new HashMap<>();
    for (ConsumerEntry entry : context.consumers(consumer)) {
      Examination found = new Doctor(entry, context).examine();
      examined.put(entry.name(), found);
      if (OperatorContext.isElsewhere(entry)) {
        new StoreExamination(entry, context, found).examine();
        continue;
      }
      TableExamination table = new TableExamination(entry, tables, context.now(), found);
      Optional<String> before =
          Optional.ofNullable(examinedTables.putIfAbsent(entry.table(), entry.name()));
      before.ifPresentOrElse(table::ofRecords, table::ofTableAndRecords);
    }
    return new Diagnosis(examined);
  }

  private Examination examine() {
    consumer.queue().flatMap(this::queue).ifPresent(this::examineQueues);
    consumer
        .function()
        .map(FunctionArn::named)
        .ifPresent(new DeploymentExamination(consumer, functions, this::queue, found)::examine);
    if (consumer.isApi()) {
      found.note(
          "The function of %s was not checked: the configuration does not name an API's"
              .formatted(consumer.name()));
    }
    return found;
  }

  private void examineQueues(QueueSettings source) {
    found.require(
        source.redrive().isPresent(),
        source.name(),
        "it has no dead-letter queue: a poison message is tried for days",
        "Give it a redrive policy");
    Optional<QueueSettings> deadLetters = source.deadLetterName().flatMap(this::queue);
    deadLetters.ifPresent(it -> QueueChecks.pair(source, it, found));
    if (consumer.host() == Host.PROCESS) {
      found.note(
          "The process that reads %s was not checked: AWS does not know it"
              .formatted(source.name()));
    }
    found.of(
        functions.mappings(source.arn()),
        source.name(),
        "what reads it",
        mappings -> {
          MappingChecks.number(mappings, source, consumer.host(), found);
          mappings.forEach(mapping -> examineFunction(mapping, source, deadLetters));
        });
  }

  private void examineFunction(
      MappingFacts mapping, QueueSettings source, Optional<QueueSettings> deadLetters) {
    MappingChecks.one(mapping, source, found);
    String where = mapping.function().name();
    found.of(
        functions.function(mapping.function()),
        where,
        "the function",
        function -> {
          found.require(
              function.isPresent(),
              where,
              "the function or its alias does not exist: nothing is handled",
              "Deploy it, or remove the event source mapping " + mapping.id());
          function.ifPresent(it -> examineFunction(it, mapping, source, deadLetters));
        });
  }

  private void examineFunction(
      LiveFunction live,
      MappingFacts mapping,
      QueueSettings source,
      Optional<QueueSettings> deadLetters) {
    new VariableChecks(functions, consumer.requiredVariables(), found).of(live);
    FunctionFacts function = live.main();
    MappingChecks.alias(mapping, function, found);
    FunctionChecks.visibility(function, mapping, source, found);
    FunctionChecks.receives(function, source, found);
    FunctionChecks.outage(function, source, found);
    FunctionChecks.identity(function, consumer, found);
    deadLetters
        .map(it -> QueueChecks.both(source, it))
        .ifPresent(
            it ->
                found.of(
                    it,
                    function.name(),
                    "whether records outlive messages",
                    kept -> FunctionChecks.retention(function, kept, found)));
  }

  /** The queue, if there is one and it can be looked at; else that is a finding. */
  private Optional<QueueSettings> queue(String nameOrUrl) {
    var known = queues.queue(nameOrUrl);
    found.of(
        known,
        nameOrUrl,
        "the queue",
        settings ->
            settings.ifPresentOrElse(
                there -> {},
                () ->
                    found.require(
                        false,
                        nameOrUrl,
                        "The queue \"" + nameOrUrl + "\" does not exist in this account and region",
                        AwsErrors.NOT_FOUND_REMEDY)));
    return known.known().flatMap(settings -> settings);
  }
}
