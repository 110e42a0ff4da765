package dev.effectivelyonce.functions.settings;

import dev.effectivelyonce.dynamodb.CallBounds;
import dev.effectivelyonce.dynamodb.DynamoDbClients;
import java.time.Duration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The DynamoDB client of the handlers' own writes. */
public final class EffectClient {
  private static final Duration PATIENCE = Duration.ofSeconds(4);

  private EffectClient() {}

  /**
   * A client that sends each write once. These writes add and subtract: sent again after a lost
   * answer, they would count twice inside one attempt, where no claim can tell.
   */
  public static DynamoDbClient withoutRetries() {
    return DynamoDbClients.builder(new CallBounds(PATIENCE, PATIENCE, 1)).build();
  }
}
