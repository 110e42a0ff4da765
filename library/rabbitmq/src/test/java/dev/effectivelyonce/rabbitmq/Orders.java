package dev.effectivelyonce.rabbitmq;

import static dev.effectivelyonce.rabbitmq.RabbitMqPageTest.ORDERS;
import static dev.effectivelyonce.rabbitmq.RabbitMqPageTest.booked;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.dynamodb.DynamoDbClients;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.rabbitmq.RabbitMqPageTest.Order;
import dev.effectivelyonce.sqs.LambdaSettings;
import dev.effectivelyonce.sqs.SqsParking;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

public final class Orders implements RequestStreamHandler {
  private final LambdaSettings settings = LambdaSettings.from(System.getenv());
  private final RabbitMqConsumer<Order> consumer =
      RabbitMqConsumer.of(ORDERS)
          .settings(settings)
          .store(DynamoDbStore.of(DynamoDbClients.forLambda(), settings))
          .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
          .parking(SqsParking.from(System.getenv()))
          .handler((order, delivery) -> HandlerResult.commit(booked(order)))
          .build();

  @Override
  public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
    consumer.handleRequest(in, out, context);
  }
}
