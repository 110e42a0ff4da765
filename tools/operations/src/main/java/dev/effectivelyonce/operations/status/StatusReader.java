package dev.effectivelyonce.operations.status;

import dev.effectivelyonce.operations.OperatorContext;
import dev.effectivelyonce.operations.aws.QueueSettings;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.config.ConsumerEntry.Host;
import dev.effectivelyonce.operations.deployed.AsyncFacts;
import dev.effectivelyonce.operations.deployed.Deployment;
import dev.effectivelyonce.operations.deployed.FunctionArn;
import dev.effectivelyonce.operations.deployed.FunctionLookups;
import dev.effectivelyonce.operations.deployed.LiveFunction;
import dev.effectivelyonce.operations.deployed.LookupResult;
import dev.effectivelyonce.operations.deployed.LookupResult.NotAsked;
import dev.effectivelyonce.operations.deployed.LookupResult.Unknown;
import dev.effectivelyonce.operations.deployed.LookupResult.Value;
import dev.effectivelyonce.operations.deployed.MappingFacts;
import dev.effectivelyonce.operations.deployed.Measure;
import dev.effectivelyonce.operations.deployed.MetricLookups;
import dev.effectivelyonce.operations.deployed.MetricLookups.RingingAlarm;
import dev.effectivelyonce.operations.deployed.QueueLookups;
import dev.effectivelyonce.operations.deployed.SourceKind;
import dev.effectivelyonce.operations.deployed.TableLookups;
import dev.effectivelyonce.operations.problem.AwsErrors;
import dev.effectivelyonce.operations.status.Status.OutboxDepth;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks how consumers are. Changes nothing, and receives no message. */
public final class StatusReader {
  private final OperatorContext context;
  private final QueueLookups queues;
  private final FunctionLookups functions;
  private final MetricLookups metrics;
  private final List<Gap> gaps = new ArrayList<>();

  private StatusReader(OperatorContext context) {
    this.context = context;
    this.queues = context.queues();
    this.functions = new FunctionLookups(context.clients());
    this.metrics = new MetricLookups(context.clients());
  }

  /** Returns how every consumer is, or the one that is named, and what is common to them. */
  public static Status read(OperatorContext context, Optional<String> consumer) {
    return new StatusReader(context).status(consumer);
  }

  private Status status(Optional<String> named) {
    List<ConsumerStatus> consumers = context.consumers(named).stream().map(this::consumer).toList();
    Optional<List<RingingAlarm>> alarms = alarms();
    Optional<OutboxDepth> outbox = context.outbox().flatMap(this::outbox);
    // Last: by now a service may have said what time it is.
    return new Status(context.now(), context.stack(), consumers, alarms, outbox, List.copyOf(gaps));
  }

  private ConsumerStatus consumer(ConsumerEntry entry) {
    return entry
        .queue()
        .map(name -> consumer(entry, queue(name)))
        .or(() -> entry.function().map(it -> invoked(entry.name(), FunctionArn.named(it))))
        .orElseGet(() -> ConsumerStatus.ofApi(entry.name()));
  }

  /** Returns how a function is that reads a stream or Kafka, or that others invoke. */
  private ConsumerStatus invoked(String name, FunctionArn arn) {
    Optional<Deployment> deployed =
        present(known(functions.deployment(arn), "the function of " + name), gone(name, arn));
    return new ConsumerStatus(
        name,
        deployed.map(Deployment::kind).orElse(SourceKind.FUNCTION),
        Optional.empty(),
        deployed.flatMap(it -> letters(name, it)).flatMap(this::queue).map(QueueStatus::of),
        deployed
            .filter(Deployment::isReader)
            .map(it -> it.mappings().stream().map(MappingFacts::state).toList()),
        deployed.map(it -> FunctionStatus.of(it.live())),
        measures(name, Optional.empty(), Optional.of(arn.name())));
  }

  /** Returns the queue of what is parked or was given up. */
  private Optional<String> letters(String name, Deployment deployed) {
    if (deployed.isReader()) {
      return deployed.parkingQueue();
    }
    String what = "where the events go that Lambda gives up for " + name;
    return present(
            known(functions.asynchronous(deployed.live().arn()), what),
            new Gap(
                what,
                "nothing is set about asynchronous invocations",
                "Set a destination for failures; `doctor` checks the rest"))
        .flatMap(AsyncFacts::queue);
  }

  private ConsumerStatus consumer(ConsumerEntry entry, Optional<QueueSettings> source) {
    String name = entry.name();
    boolean isRead = entry.host() == Host.LAMBDA;
    Optional<List<MappingFacts>> mappings =
        source.filter(it -> isRead).flatMap(it -> mappings(name, it));
    Optional<LiveFunction> function = mappings.flatMap(it -> function(name, it));
    return new ConsumerStatus(
        name,
        isRead ? SourceKind.QUEUE : SourceKind.PROCESS,
        source.map(QueueStatus::of),
        source.flatMap(QueueSettings::deadLetterName).flatMap(this::queue).map(QueueStatus::of),
        mappings.map(them -> them.stream().map(MappingFacts::state).toList()),
        function.map(FunctionStatus::of),
        measures(name, source, function.map(it -> it.arn().name())));
  }

  private Optional<QueueSettings> queue(String nameOrUrl) {
    String what = "the queue " + nameOrUrl;
    return present(
        known(queues.queue(nameOrUrl), what),
        new Gap(what, "it does not exist in this account and region", AwsErrors.NOT_FOUND_REMEDY));
  }

  private Optional<List<MappingFacts>> mappings(String name, QueueSettings source) {
    return known(functions.mappings(source.arn()), "what reads the queue of " + name);
  }

  private Optional<LiveFunction> function(String name, List<MappingFacts> mappings) {
    String what = "the function of " + name;
    return mappings.stream()
        .findFirst()
        .flatMap(
            mapping ->
                present(
                    known(functions.function(mapping.function()), what),
                    gone(name, mapping.function())));
  }

  private static Gap gone(String name, FunctionArn arn) {
    return new Gap(
        "the function of " + name,
        "%s or its alias does not exist: nothing is handled".formatted(arn.name()),
        "Deploy it; `doctor` checks the rest");
  }

  private Optional<Map<Measure, Long>> measures(
      String name, Optional<QueueSettings> source, Optional<String> function) {
    Instant now = context.now();
    return known(
        metrics.measures(source.map(QueueSettings::name), function, now),
        "the metrics of " + name + " (oldest message, errors, throttles)");
  }

  private Optional<List<RingingAlarm>> alarms() {
    if (context.stack().isEmpty()) {
      gaps.add(new Gap("the alarms", "the stack's name is not given", "Give --stack"));
    }
    return context.stack().flatMap(stack -> known(metrics.ringing(stack), "the alarms"));
  }

  private Optional<OutboxDepth> outbox(String table) {
    return known(new TableLookups(context.clients()).firstPage(table), "the outbox " + table)
        .map(page -> new OutboxDepth(table, page.items(), page.isLast()));
  }

  private <T> Optional<T> present(Optional<Optional<T>> found, Gap missing) {
    if (found.isPresent() && found.get().isEmpty()) {
      gaps.add(missing);
    }
    return found.flatMap(it -> it);
  }

  private <T> Optional<T> known(LookupResult<T> result, String what) {
    switch (result) {
      case Value<T> ignored -> {}
      case Unknown<T>(String why, String remedy) -> gaps.add(new Gap(what, why, remedy));
      case NotAsked<T>(var service) ->
          gaps.add(
              new Gap(
                  what,
                  "no endpoint for %s was given".formatted(service.text()),
                  "Give --endpoint %s=URL if it is there".formatted(service.text())));
    }
    return result.known();
  }
}
