package dev.effectivelyonce.local.junit;

import java.util.List;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Starts the stacks that classes name, one of each, and gives them to their tests. */
final class RunsStackExtension implements BeforeAllCallback, ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(RunsStackExtension.class);
  private static final List<Class<?>> TYPES =
      List.of(RunningStack.class, SqsClient.class, DynamoDbClient.class);

  /** JUnit closes it when the run ends. */
  private record Started(RunningStack stack) implements AutoCloseable {
    @Override
    public void close() {
      stack.stop();
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    RunningStack unused = running(context);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return TYPES.contains(parameter.getParameter().getType());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    RunningStack stack = running(context);
    Class<?> type = parameter.getParameter().getType();
    if (type == SqsClient.class) {
      return stack.sqs();
    }
    return type == DynamoDbClient.class ? stack.dynamoDb() : stack;
  }

  private static RunningStack running(ExtensionContext context) {
    RunsStack named =
        AnnotationSupport.findAnnotation(
                context.getRequiredTestClass(), RunsStack.class, context.getEnclosingTestClasses())
            .orElseThrow();
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .computeIfAbsent(
            named,
            wanted -> new Started(RunningStack.start(wanted.template(), wanted.stack())),
            Started.class)
        .stack();
  }
}
