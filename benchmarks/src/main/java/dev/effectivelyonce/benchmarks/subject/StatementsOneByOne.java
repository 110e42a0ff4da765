package dev.effectivelyonce.benchmarks.subject;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementErrorCodeEnum;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DuplicateItemException;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementResponse;

/** A client that sends the statements of a group as requests of their own. */
final class StatementsOneByOne {
  private final DynamoDbClient client;

  private StatementsOneByOne(DynamoDbClient client) {
    this.client = client;
  }

  static DynamoDbClient through(DynamoDbClient client) {
    StatementsOneByOne oneByOne = new StatementsOneByOne(client);
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            StatementsOneByOne.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (proxy, method, arguments) -> oneByOne.call(method, arguments));
  }

  private Object call(Method method, Object[] arguments) throws Throwable {
    if (arguments != null && arguments[0] instanceof BatchExecuteStatementRequest group) {
      List<BatchStatementResponse> answers = group.statements().stream().map(this::send).toList();
      return BatchExecuteStatementResponse.builder().responses(answers).build();
    }
    try {
      return method.invoke(client, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private BatchStatementResponse send(BatchStatementRequest statement) {
    try {
      ExecuteStatementResponse answer =
          client.executeStatement(
              it -> it.statement(statement.statement()).parameters(statement.parameters()));
      BatchStatementResponse.Builder written = BatchStatementResponse.builder();
      answer.items().stream().findFirst().ifPresent(written::item);
      return written.build();
    } catch (DuplicateItemException e) {
      return refused(BatchStatementErrorCodeEnum.DUPLICATE_ITEM, Map.of());
    } catch (ConditionalCheckFailedException e) {
      return refused(BatchStatementErrorCodeEnum.CONDITIONAL_CHECK_FAILED, e.item());
    }
  }

  private static BatchStatementResponse refused(
      BatchStatementErrorCodeEnum code, Map<String, AttributeValue> item) {
    return BatchStatementResponse.builder()
        .error(
            error -> {
              error.code(code);
              if (!item.isEmpty()) {
                error.item(item);
              }
            })
        .build();
  }
}
