package dev.effectivelyonce.kafka;

import static dev.effectivelyonce.kafka.KafkaPageTest.SHIPMENTS;
import static dev.effectivelyonce.kafka.KafkaPageTest.booked;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.dynamodb.DynamoDbClients;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.kafka.KafkaPageTest.Shipment;
import dev.effectivelyonce.sqs.LambdaSettings;
import dev.effectivelyonce.sqs.SqsParking;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** The function of docs/kafka.md. Lambda makes it, so it is public. */
public final class Shipments implements RequestStreamHandler {
  private final LambdaSettings settings = LambdaSettings.from(System.getenv());
  private final KafkaConsumer<Shipment> consumer =
      KafkaConsumer.of(SHIPMENTS)
          .settings(settings)
          .store(DynamoDbStore.of(DynamoDbClients.forLambda(), settings))
          .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
          .parking(SqsParking.from(System.getenv()))
          .handler((shipment, delivery) -> HandlerResult.commit(booked(shipment)))
          .build();

  @Override
  public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
    consumer.handleRequest(in, out, context);
  }
}
