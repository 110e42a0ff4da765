package dev.effectivelyonce.infra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cdk.TemplateReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.assertions.Template;

class OtherSourcesTest {
  @RegisterExtension static final SampleStacks STACKS = new SampleStacks();

  private final Template trial = STACKS.trial();

  @Test
  void theTablesHaveTheKeysOfTheContract() {
    assertThat(TemplateReader.keys(trial, "TurnoverTable")).containsExactly("customerId");
    assertThat(TemplateReader.keys(trial, "VisitorsTable")).containsExactly("visitorId");
    assertThat(TemplateReader.keys(trial, "ClosingsTable")).containsExactly("day");
  }

  @Test
  void theTurnoverMayReadTheStreamOfOrdersAndPark() {
    assertThat(TemplateReader.rights(trial, "TurnoverRole"))
        .contains(
            "OrdersTable dynamodb:GetRecords",
            "TurnoverTable dynamodb:UpdateItem",
            "TurnoverParkingQueue sqs:SendMessage")
        .doesNotContain("OrdersTable dynamodb:UpdateItem");
  }

  @Test
  void theClicksMayBeReadFromTheirStreamAndParked() {
    assertThat(TemplateReader.rights(trial, "ClicksRole"))
        .contains(
            "ClicksStream kinesis:GetRecords",
            "VisitorsTable dynamodb:UpdateItem",
            "ClicksParkingQueue sqs:SendMessage")
        .noneMatch(right -> right.contains("kinesis:Put"));
    trial.hasResourceProperties(
        "AWS::Kinesis::Stream",
        Map.of(
            "ShardCount",
            2,
            "StreamEncryption",
            Map.of("EncryptionType", "KMS", "KeyId", "alias/aws/kinesis")));
  }

  @Test
  void theClosingMayDoExactlyThis() {
    assertThat(TemplateReader.rights(trial, "ClosingRole"))
        .containsExactlyInAnyOrder(
            "IdempotencyTable dynamodb:GetItem",
            "IdempotencyTable dynamodb:PutItem",
            "IdempotencyTable dynamodb:UpdateItem",
            "ClosingsTable dynamodb:UpdateItem",
            "ClosingGivenUpQueue sqs:SendMessage",
            "ClosingLogs logs:CreateLogStream",
            "ClosingLogs logs:PutLogEvents");
  }

  @Test
  void whatEventBridgeCanNotDeliverIsGivenUpToo() {
    Map<String, Object> toTheAlias =
        Map.of(
            "Arn",
            Map.of("Ref", Match.stringLikeRegexp("^ClosingLive")),
            "DeadLetterConfig",
            Map.of(
                "Arn",
                Map.of("Fn::GetAtt", List.of(Match.stringLikeRegexp("^ClosingGivenUp"), "Arn"))));
    for (Map<String, Object> rule :
        List.<Map<String, Object>>of(
            Map.of("ScheduleExpression", "rate(1 day)"),
            Map.of("EventPattern", Match.objectLike(Map.of("source", List.of("shop.calendar")))))) {
      Map<String, Object> expected = new HashMap<>(rule);
      expected.put("Targets", List.of(Match.objectLike(toTheAlias)));
      trial.hasResourceProperties("AWS::Events::Rule", expected);
    }
  }
}
