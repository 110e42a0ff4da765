package dev.effectivelyonce.operations.doctor;

import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.operations.aws.QueueSettings;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.deployed.AsyncFacts;
import dev.effectivelyonce.operations.deployed.Deployment;
import dev.effectivelyonce.operations.deployed.FunctionArn;
import dev.effectivelyonce.operations.deployed.FunctionFacts;
import dev.effectivelyonce.operations.deployed.FunctionLookups;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Examines a function that the configuration names: one that reads a stream or Kafka, or one that
 * others invoke.
 *
 * @param queue finds a queue, or says that it is not there
 */
record DeploymentExamination(
    ConsumerEntry consumer,
    FunctionLookups functions,
    Function<String, Optional<QueueSettings>> queue,
    Examination found) {
  /** EventBridge tries to deliver an event for so long. */
  private static final Duration DELIVERED_WITHIN = Duration.ofDays(1);

  void examine(FunctionArn arn) {
    found.of(
        functions.deployment(arn),
        arn.name(),
        "the function",
        deployed -> {
          found.require(
              deployed.isPresent(),
              arn.name(),
              "the function or its alias %s does not exist: nothing is handled"
                  .formatted(arn.qualifier().orElse("")),
              "Deploy it, or correct the configuration");
          deployed.ifPresent(this::examine);
        });
  }

  private void examine(Deployment deployed) {
    FunctionFacts function = deployed.live().main();
    List<String> required =
        deployed.isReader()
            ? Stream.concat(
                    consumer.requiredVariables().stream(),
                    Stream.of(
                        EnvironmentVariables.MAX_RECEIVE_COUNT,
                        EnvironmentVariables.PARKING_QUEUE_URL))
                .toList()
            : consumer.requiredVariables();
    new VariableChecks(functions, required, found).of(deployed.live());
    FunctionChecks.identity(function, consumer, found);
    if (deployed.isReader()) {
      examineReader(deployed, function);
    } else {
      examineInvoked(deployed.live().arn(), function);
    }
  }

  private void examineReader(Deployment deployed, FunctionFacts function) {
    found.require(
        deployed.mappings().size() == 1,
        function.name(),
        "%s event source mappings invoke it".formatted(deployed.mappings().size()),
        deployed.mappings().isEmpty()
            ? "Deploy the consumer: nothing reads its source"
            : "Leave one: each has its own place in the source");
    Optional<QueueSettings> parking = deployed.parkingQueue().flatMap(queue);
    GivingUpChecks checks = new GivingUpChecks(deployed.kind(), function, found);
    deployed
        .mappings()
        .forEach(
            it -> {
              MappingChecks.working(it, found);
              MappingChecks.alias(it, function, found);
              if (deployed.kind().isPartitioned()) {
                checks.mapping(it, parking);
              } else {
                found.note(
                    "The broker of mapping %s was not checked: its queue's kind and delivery limit"
                        .formatted(it.id()));
              }
            });
    parking.ifPresent(it -> deployed.mappings().forEach(read -> checks.parking(it, read)));
    parking.ifPresent(
        it ->
            found.note(
                "What %s has parked goes back by `replay --consumer %s`"
                    .formatted(it.name(), consumer.name())));
  }

  private void examineInvoked(FunctionArn arn, FunctionFacts function) {
    found.note(
        "What invokes %s was not checked: rules, schedules, topics and state machines have"
                .formatted(function.name())
            + " retries and dead-letter queues of their own");
    found.of(
        functions.asynchronous(arn),
        function.name(),
        "its asynchronous invocations",
        set -> {
          found.expect(
              set.flatMap(AsyncFacts::givenUpTo).isPresent(),
              function.name(),
              "it has no destination for failures: events that Lambda gives up are lost",
              "Set one on the alias, unless no one invokes it asynchronously");
          set.flatMap(AsyncFacts::queue).flatMap(queue).ifPresent(it -> outlives(it, function));
        });
  }

  private void outlives(QueueSettings givenUp, FunctionFacts function) {
    givenUp
        .retention()
        .ifPresent(
            kept ->
                FunctionChecks.outlives(
                    function,
                    kept.plus(DELIVERED_WITHIN),
                    "what EventBridge and the queue of given up events keep an event",
                    found));
  }
}
