package dev.effectivelyonce.cdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.assertions.Template;

/** Roles that may touch their consumer's own records alone. */
@TestInstance(Lifecycle.PER_CLASS)
class RecordAccessTest {
  private Template template;

  @BeforeAll
  void synthesize(@TempDir Path directory) {
    TestStack test = TestStack.in(directory);
    IdempotentConsumer bills = bound(test, "Bills", "bills");
    IdempotentConsumer refunds = bound(test, "Refunds", "refunds");
    IdempotentConsumer free = test.consumer("Free").consumerName("free").build();
    test.api("Api").consumerName("shop-api").recordAccess(RecordAccess.OWN_RECORDS).build();
    test.replay("Bound").consumer("bills", bills).consumer("refunds", refunds).build();
    test.replay("Mixed").consumer("bills", bills).consumer("free", free).build();
    template = Template.fromStack(test.stack());
  }

  @Test
  void aConsumersRequestsNameRecordsOfItsOwn() {
    assertThat(TemplateReader.properties(template, "BillsRole"))
        .contains(
            "Action=[dynamodb:BatchGetItem, dynamodb:GetItem, dynamodb:PartiQLInsert,"
                + " dynamodb:PartiQLUpdate, dynamodb:PutItem, dynamodb:UpdateItem],"
                + " Condition={ForAllValues:StringLike={dynamodb:LeadingKeys=[bills#*]},"
                + " Null={dynamodb:LeadingKeys=false}}");
  }

  @Test
  void anApisToo() {
    assertThat(TemplateReader.properties(template, "ApiRole"))
        .contains("{dynamodb:LeadingKeys=[shop-api#*]}");
  }

  @Test
  void whereNothingIsSaidItIsTheWholeTable() {
    assertThat(TemplateReader.properties(template, "FreeRole")).doesNotContain("LeadingKeys");
  }

  @Test
  void aReplayIsBoundWhereAllOfItsConsumersAre() {
    assertThat(TemplateReader.properties(template, "BoundRole"))
        .contains("{dynamodb:LeadingKeys=[bills#*, refunds#*]}");
    assertThat(TemplateReader.properties(template, "MixedRole")).doesNotContain("LeadingKeys");
  }

  private static IdempotentConsumer bound(TestStack test, String id, String name) {
    return test.consumer(id).consumerName(name).recordAccess(RecordAccess.OWN_RECORDS).build();
  }
}
