package dev.effectivelyonce.operations.deployed;

import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.operations.deployed.LookupResult.NotAsked;
import dev.effectivelyonce.operations.deployed.LookupResult.Unknown;
import dev.effectivelyonce.operations.deployed.LookupResult.Value;
import dev.effectivelyonce.operations.problem.OperationException;
import java.util.List;
import java.util.Optional;

/** Finds the parking queue of a function. */
public final class ParkingLookup {
  private ParkingLookup() {}

  /**
   * Returns the URL of the queue in which a function parks what failed for good.
   *
   * @throws OperationException if it parks nothing, is not there, or can't be looked at
   */
  public static String of(FunctionArn arn, FunctionLookups functions) {
    return switch (functions.function(arn)) {
      case Value<Optional<LiveFunction>>(Optional<LiveFunction> live) ->
          live.map(it -> new Deployment(it, List.of()))
              .orElseThrow(
                  () ->
                      OperationException.unreachable(
                          "The function %s or its alias does not exist".formatted(arn.name()),
                          "Check --stack and --region; `doctor` checks the rest",
                          null))
              .parkingQueue()
              .orElseThrow(
                  () ->
                      OperationException.refused(
                          "The function %s has no parking queue".formatted(arn.name()),
                          "Only what reads a stream, Kafka or RabbitMQ parks. It has %s then"
                              .formatted(EnvironmentVariables.PARKING_QUEUE_URL)));
      case Unknown<Optional<LiveFunction>>(String why, String remedy) ->
          throw OperationException.unreachable(
              "The parking queue of %s is not known: %s".formatted(arn.name(), why), remedy, null);
      case NotAsked<Optional<LiveFunction>>(var service) ->
          throw OperationException.usage(
              "No endpoint for %s was given, which knows the parking queue"
                  .formatted(service.text()),
              "Give --endpoint %s=URL".formatted(service.text()));
    };
  }
}
