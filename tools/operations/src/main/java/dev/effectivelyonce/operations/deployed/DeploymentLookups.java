package dev.effectivelyonce.operations.deployed;

import dev.effectivelyonce.operations.deployed.LookupResult.NotAsked;
import dev.effectivelyonce.operations.deployed.LookupResult.Unknown;
import dev.effectivelyonce.operations.deployed.LookupResult.Value;
import java.util.List;
import java.util.Optional;

/** Reads what stands behind the name of a function. */
public record DeploymentLookups(FunctionLookups functions) {
  /** Returns the function and what invokes it; empty if the function or its alias is gone. */
  public LookupResult<Optional<Deployment>> deployment(FunctionArn arn) {
    return switch (functions.function(arn)) {
      case Value<Optional<LiveFunction>>(Optional<LiveFunction> live) ->
          live.map(it -> with(it, functions.mappingsOf(arn)))
              .orElseGet(() -> new Value<>(Optional.empty()));
      case Unknown<Optional<LiveFunction>>(String why, String remedy) -> new Unknown<>(why, remedy);
      case NotAsked<Optional<LiveFunction>>(var service) -> new NotAsked<>(service);
    };
  }

  private static LookupResult<Optional<Deployment>> with(
      LiveFunction live, LookupResult<List<MappingFacts>> mappings) {
    return switch (mappings) {
      case Value<List<MappingFacts>>(List<MappingFacts> them) ->
          new Value<>(Optional.of(new Deployment(live, them)));
      case Unknown<List<MappingFacts>>(String why, String remedy) -> new Unknown<>(why, remedy);
      case NotAsked<List<MappingFacts>>(var service) -> new NotAsked<>(service);
    };
  }
}
