package dev.effectivelyonce.local.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Opens accounts. */
final class Accounts {
  private static final int MOST_PER_CALL = 25;

  private Accounts() {}

  static void open(StackResources stack, SortedMap<String, Long> openingCents) {
    List<WriteRequest> writes = new ArrayList<>();
    openingCents.forEach((account, balanceCents) -> writes.add(put(account, balanceCents)));
    DynamoDbClient client = stack.system().dynamoDb();
    for (int from = 0; from < writes.size(); from += MOST_PER_CALL) {
      List<WriteRequest> some = writes.subList(from, Math.min(from + MOST_PER_CALL, writes.size()));
      client.batchWriteItem(request -> request.requestItems(Map.of(stack.accountsTable(), some)));
    }
  }

  private static WriteRequest put(String account, long balanceCents) {
    Map<String, AttributeValue> row =
        Map.of(
            "accountId", AttributeValue.fromS(account),
            "balanceCents", AttributeValue.fromN(Long.toString(balanceCents)),
            "paymentsApplied", AttributeValue.fromN("0"));
    return WriteRequest.builder().putRequest(put -> put.item(row)).build();
  }
}
