package dev.effectivelyonce.operations.deployed;

import dev.effectivelyonce.operations.aws.Clients;
import dev.effectivelyonce.operations.aws.Service;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.lambda.model.AliasRoutingConfiguration;
import software.amazon.awssdk.services.lambda.model.FunctionConfiguration;
import software.amazon.awssdk.services.lambda.model.GetAliasResponse;
import software.amazon.awssdk.services.lambda.model.ListEventSourceMappingsRequest;

/** Reads what functions are deployed, and what invokes them. */
public record FunctionLookups(Clients clients) {
  private static final int NOT_FOUND = 404;

  /** Returns what reads a queue. */
  public LookupResult<List<MappingFacts>> mappings(String queueArn) {
    return mappings(request -> request.eventSourceArn(queueArn));
  }

  private LookupResult<List<MappingFacts>> mappings(
      Consumer<ListEventSourceMappingsRequest.Builder> chosen) {
    return LookupResult.ask(
        clients,
        Service.LAMBDA,
        () ->
            clients.lambda().listEventSourceMappingsPaginator(chosen).eventSourceMappings().stream()
                .map(MappingFacts::of)
                .toList());
  }

  /** Returns a function and what reads a source for it; empty if it or its alias is gone. */
  public LookupResult<Optional<Deployment>> deployment(FunctionArn arn) {
    return function(arn)
        .then(
            live ->
                live.map(it -> deployment(it, arn))
                    .orElseGet(() -> new LookupResult.Value<>(Optional.empty())));
  }

  private LookupResult<Optional<Deployment>> deployment(LiveFunction live, FunctionArn arn) {
    return mappings(request -> request.functionName(arn.invoked()))
        .then(them -> new LookupResult.Value<>(Optional.of(new Deployment(live, them))));
  }

  /** Returns what is set about asynchronous invocations; empty if nothing is. */
  public LookupResult<Optional<AsyncFacts>> asynchronous(FunctionArn arn) {
    return found(
        () ->
            AsyncFacts.of(
                clients
                    .lambda()
                    .getFunctionEventInvokeConfig(
                        request ->
                            request
                                .functionName(arn.function())
                                .qualifier(arn.qualifier().orElse("$LATEST")))));
  }

  /** Returns a function as a mapping invokes it; empty if the function or its alias is gone. */
  public LookupResult<Optional<LiveFunction>> function(FunctionArn arn) {
    return found(
        () ->
            new LiveFunction(
                arn, versions(arn).stream().map(it -> configuration(arn, it)).toList()));
  }

  private <T> LookupResult<Optional<T>> found(Supplier<T> call) {
    return LookupResult.ask(
        clients,
        Service.LAMBDA,
        () -> {
          try {
            return Optional.of(call.get());
          } catch (AwsServiceException e) {
            if (e.statusCode() != NOT_FOUND) {
              throw e;
            }
            return Optional.empty();
          }
        });
  }

  /** An alias is asked for its versions: not every stand-in for AWS takes it for one of them. */
  private List<String> versions(FunctionArn arn) {
    return arn.alias()
        .map(alias -> versions(arn, alias))
        .orElseGet(() -> List.of(arn.qualifier().orElse("$LATEST")));
  }

  private List<String> versions(FunctionArn arn, String alias) {
    GetAliasResponse found =
        clients.lambda().getAlias(request -> request.functionName(arn.function()).name(alias));
    AliasRoutingConfiguration routing = found.routingConfig();
    return Stream.concat(
            Stream.of(found.functionVersion()),
            routing == null
                ? Stream.of()
                : routing.additionalVersionWeights().keySet().stream().sorted())
        .toList();
  }

  private FunctionFacts configuration(FunctionArn arn, String version) {
    return FunctionFacts.of(
        clients
            .lambda()
            .getFunctionConfiguration(
                request -> request.functionName(arn.function()).qualifier(version)));
  }

  /** Returns the newest version before this one that has all these variables. */
  public LookupResult<Optional<String>> versionBefore(
      FunctionArn arn, String version, Collection<String> variables) {
    return LookupResult.ask(
        clients,
        Service.LAMBDA,
        () ->
            clients
                .lambda()
                .listVersionsByFunctionPaginator(request -> request.functionName(arn.function()))
                .versions()
                .stream()
                .filter(it -> isBefore(it, version))
                .filter(it -> FunctionFacts.hasAll(it.environment(), variables))
                .map(FunctionConfiguration::version)
                .max((one, other) -> Long.compare(Long.parseLong(one), Long.parseLong(other))));
  }

  private static boolean isBefore(FunctionConfiguration one, String version) {
    return isNumber(one.version())
        && isNumber(version)
        && Long.parseLong(one.version()) < Long.parseLong(version);
  }

  private static boolean isNumber(String version) {
    return !version.isEmpty() && version.chars().allMatch(Character::isDigit);
  }
}
