package dev.effectivelyonce.integration.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.integration.environment.FunctionContainers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.lambda.model.EventSourceMappingConfiguration;
import software.amazon.awssdk.services.lambda.model.FunctionConfiguration;
import software.amazon.awssdk.services.lambda.model.InvokeResponse;
import software.amazon.awssdk.services.lambda.model.LastUpdateStatus;
import software.amazon.awssdk.services.lambda.model.UpdateFunctionConfigurationRequest;

/**
 * The function behind a queue, found by the queue's event source mapping.
 *
 * @param name without a version or an alias
 */
public record Function(LambdaClient lambda, String queueArn, String name) {
  /** The alias that the queue is polled for. */
  public static final String LIVE = "live";

  private static final Pattern NAME = Pattern.compile(":function:([^:]+)");

  /**
   * What an invocation answered.
   *
   * @param version the version that ran
   * @param failed the keys of the messages that it reported as failed
   */
  public record Answer(String version, List<String> failed) {}

  static Function of(LambdaClient lambda, Queue queue) {
    String arn = queue.arn();
    String functionArn = mapping(lambda, arn).functionArn();
    Matcher name = NAME.matcher(functionArn);
    assertThat(name.find()).as("a function in %s", functionArn).isTrue();
    return new Function(lambda, arn, name.group(1));
  }

  /** How it is set up. */
  public FunctionConfiguration configuration() {
    return lambda.getFunction(get -> get.functionName(name)).configuration();
  }

  /** How the queue is polled for it. */
  public EventSourceMappingConfiguration mapping() {
    return mapping(lambda, queueArn);
  }

  /** The containers that it runs in. */
  public FunctionContainers containers() {
    return new FunctionContainers(name);
  }

  /** Invokes it with messages as its queue would, besides what comes from the queue. */
  public Answer invoke(String qualifier, List<Outgoing> messages) {
    InvokeResponse response =
        lambda.invoke(
            invoke ->
                invoke
                    .functionName(name)
                    .qualifier(qualifier)
                    .payload(SdkBytes.fromUtf8String(DirectEvent.of(queueArn, messages))));
    String answer = response.payload().asUtf8String();
    assertThat(response.functionError()).as(answer).isNull();
    JsonNode failures = Json.read(answer).path("batchItemFailures");
    return new Answer(
        response.executedVersion(),
        StreamSupport.stream(failures.spliterator(), false)
            .map(failure -> DirectEvent.key(failure.path("itemIdentifier").asText()))
            .toList());
  }

  /** The version that the alias names. */
  public String liveVersion() {
    return lambda.getAlias(get -> get.functionName(name).name(LIVE)).functionVersion();
  }

  /** Publishes a version that differs from the one before in its description. */
  public String publishVersion(String description) {
    update(update -> update.description(description));
    return lambda.publishVersion(publish -> publish.functionName(name)).version();
  }

  /**
   * Publishes a version with other variables; the next one has again those from before.
   *
   * @param changed an empty value leaves a variable out
   */
  String publishVersion(Map<String, String> changed) {
    Map<String, String> before = configuration().environment().variables();
    Map<String, String> variables = new HashMap<>(before);
    variables.putAll(changed);
    variables.values().removeIf(String::isEmpty);
    update(update -> update.environment(it -> it.variables(variables)));
    try {
      return lambda.publishVersion(publish -> publish.functionName(name)).version();
    } finally {
      update(update -> update.environment(it -> it.variables(before)));
    }
  }

  /** Deletes a version that no alias names. */
  void deleteVersion(String version) {
    lambda.deleteFunction(delete -> delete.functionName(name).qualifier(version));
  }

  private void update(
      java.util.function.Consumer<UpdateFunctionConfigurationRequest.Builder> change) {
    lambda.updateFunctionConfiguration(update -> change.accept(update.functionName(name)));
    Eventually.holds(
        name + " is updated",
        () ->
            assertThat(configuration().lastUpdateStatus()).isEqualTo(LastUpdateStatus.SUCCESSFUL));
  }

  /** Sends all of the alias's invocations to a version. */
  public void pointLiveAt(String version) {
    lambda.updateAlias(update -> update.functionName(name).name(LIVE).functionVersion(version));
  }

  /** Starts as many environments, so that invocations at once need not wait for their start. */
  public void warmUp(String qualifier, List<Outgoing> slowOnes) {
    slowOnes.stream()
        .map(slow -> Aside.start(() -> invoke(qualifier, List.of(slow))))
        .toList()
        .forEach(CompletableFuture::join);
  }

  /** How many messages it gets at once from now on; returns how many it was. */
  public int batchSize(int most) {
    int before = mapping().batchSize();
    // LocalStack's poller may end after the new one has begun, and the state is that of the old.
    stopPolling();
    lambda.updateEventSourceMapping(
        update -> update.uuid(mapping().uuid()).enabled(true).batchSize(most));
    awaitMapping("Enabled");
    return before;
  }

  /** Ends the polling of its queue, as an outage of Lambda would. */
  public void stopPolling() {
    poll(false, "Disabled");
  }

  /** Polls its queue again. */
  public void resumePolling() {
    poll(true, "Enabled");
  }

  private void poll(boolean enabled, String state) {
    lambda.updateEventSourceMapping(update -> update.uuid(mapping().uuid()).enabled(enabled));
    awaitMapping(state);
  }

  private void awaitMapping(String state) {
    Eventually.holds(
        "the mapping of " + name + " is " + state,
        () -> assertThat(mapping().state()).isEqualTo(state));
  }

  private static EventSourceMappingConfiguration mapping(LambdaClient lambda, String queueArn) {
    return lambda
        .listEventSourceMappings(list -> list.eventSourceArn(queueArn))
        .eventSourceMappings()
        .getFirst();
  }
}
