package dev.effectivelyonce.cdk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Roles that may touch their consumer's own records alone. */
class RecordAccessTest extends StackTest {

  @Override
  void fill() {
    IdempotentConsumer bills = bound(test, "Bills", "bills");
    IdempotentConsumer refunds = bound(test, "Refunds", "refunds");
    IdempotentConsumer free = test.consumer("Free").consumerName("free").build();
    test.api("Api").consumerName("shop-api").recordAccess(RecordAccess.OWN_RECORDS).build();
    test.replay("Bound").consumer("bills", bills).consumer("refunds", refunds).build();
    test.replay("Mixed").consumer("bills", bills).consumer("free", free).build();
  }

  @Test
  void aConsumersRequestsNameRecordsOfItsOwn() {
    assertThat(properties("BillsRole"))
        .contains(
            "Action=[dynamodb:BatchGetItem, dynamodb:GetItem, dynamodb:PartiQLInsert,"
                + " dynamodb:PartiQLUpdate, dynamodb:PutItem, dynamodb:UpdateItem],"
                + " Condition={ForAllValues:StringLike={dynamodb:LeadingKeys=[bills#*]},"
                + " Null={dynamodb:LeadingKeys=false}}");
  }

  @Test
  void anApisToo() {
    assertThat(properties("ApiRole")).contains("{dynamodb:LeadingKeys=[shop-api#*]}");
  }

  @Test
  void whereNothingIsSaidItIsTheWholeTable() {
    assertThat(properties("FreeRole")).doesNotContain("LeadingKeys");
  }

  @Test
  void aReplayIsBoundWhereAllOfItsConsumersAre() {
    assertThat(properties("BoundRole")).contains("{dynamodb:LeadingKeys=[bills#*, refunds#*]}");
    assertThat(properties("MixedRole")).doesNotContain("LeadingKeys");
  }

  private static IdempotentConsumer bound(TestStack test, String id, String name) {
    return test.consumer(id).consumerName(name).recordAccess(RecordAccess.OWN_RECORDS).build();
  }
}
