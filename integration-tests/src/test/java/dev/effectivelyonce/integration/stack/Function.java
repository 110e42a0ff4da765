package dev.effectivelyonce.integration.stack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.integration.environment.FunctionContainers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.lambda.model.EventSourceMappingConfiguration;

/** The function behind a queue, found by the queue's event source mapping. */
public final class Function {
  private static final Pattern NAME = Pattern.compile(":function:([^:]+)");

  private final LambdaClient lambda;
  private final String queueArn;
  private final String name;

  private Function(LambdaClient lambda, String queueArn, String name) {
    this.lambda = lambda;
    this.queueArn = queueArn;
    this.name = name;
  }

  static Function of(LambdaClient lambda, Queue queue) {
    String arn = queue.arn();
    String functionArn = mapping(lambda, arn).functionArn();
    Matcher name = NAME.matcher(functionArn);
    assertThat(name.find()).as("a function in %s", functionArn).isTrue();
    return new Function(lambda, arn, name.group(1));
  }

  /** Its name, without a version or an alias. */
  public String name() {
    return name;
  }

  /** How the queue is polled for it. */
  public EventSourceMappingConfiguration mapping() {
    return mapping(lambda, queueArn);
  }

  /** The containers that it runs in. */
  public FunctionContainers containers() {
    return new FunctionContainers(name);
  }

  private static EventSourceMappingConfiguration mapping(LambdaClient lambda, String queueArn) {
    return lambda
        .listEventSourceMappings(list -> list.eventSourceArn(queueArn))
        .eventSourceMappings()
        .getFirst();
  }
}
