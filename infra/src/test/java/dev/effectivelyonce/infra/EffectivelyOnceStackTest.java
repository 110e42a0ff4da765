package dev.effectivelyonce.infra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cdk.TemplateReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.assertions.Template;

class EffectivelyOnceStackTest {
  @RegisterExtension static final SampleStacks STACKS = new SampleStacks();

  private final Template trial = STACKS.trial();
  private final Template prod = STACKS.prod();

  @Test
  void theOutputsAreTheContract() {
    assertThat(trial.findOutputs("*").keySet())
        .containsExactlyInAnyOrder(
            "OrdersQueueUrl",
            "OrdersDeadLetterQueueUrl",
            "PaymentsQueueUrl",
            "PaymentsDeadLetterQueueUrl",
            "IdempotencyTableName",
            "OrdersTableName",
            "OutboxTableName",
            "AccountsTableName",
            "LedgerTableName",
            "PaymentsApiUrl",
            "FulfilmentQueueUrl",
            "FulfilmentDeadLetterQueueUrl",
            "StockTableName",
            "ReservationsTableName",
            "ShipmentsTableName",
            "ReceiptsQueueUrl",
            "ReceiptsDeadLetterQueueUrl",
            "ReceiptsTableName",
            "LedgerQueueUrl",
            "LedgerDeadLetterQueueUrl",
            "TurnoverTableName",
            "TurnoverFunctionName",
            "TurnoverParkingQueueUrl",
            "ClicksStreamName",
            "VisitorsTableName",
            "ClicksFunctionName",
            "ClicksParkingQueueUrl",
            "ClosingsTableName",
            "ClosingFunctionName",
            "ClosingGivenUpQueueUrl",
            "NightlyRuleName",
            "ReplayFunctionName");
  }

  @Test
  void eachOutputNamesItsOwnResource() {
    assertThat(TemplateReader.output(trial, "OrdersQueueUrl")).startsWith("OrdersQueue");
    assertThat(TemplateReader.output(trial, "OrdersDeadLetterQueueUrl"))
        .startsWith("OrdersDeadLetterQueue");
    assertThat(TemplateReader.output(trial, "PaymentsQueueUrl")).startsWith("PaymentsQueue");
    assertThat(TemplateReader.output(trial, "PaymentsDeadLetterQueueUrl"))
        .startsWith("PaymentsDeadLetterQueue");
    assertThat(TemplateReader.output(trial, "IdempotencyTableName")).startsWith("IdempotencyTable");
    assertThat(TemplateReader.output(trial, "OrdersTableName")).startsWith("OrdersTable");
    assertThat(TemplateReader.output(trial, "AccountsTableName")).startsWith("AccountsTable");
    assertThat(TemplateReader.output(trial, "LedgerTableName")).startsWith("LedgerTable");
    assertThat(TemplateReader.output(trial, "ReplayFunctionName")).startsWith("ReplayFunction");
  }

  @Test
  void theOrdersFunctionMayDoExactlyThis() {
    assertThat(TemplateReader.rights(trial, "OrdersRole"))
        .containsExactlyInAnyOrder(
            "IdempotencyTable dynamodb:BatchGetItem",
            "IdempotencyTable dynamodb:GetItem",
            "IdempotencyTable dynamodb:PartiQLInsert",
            "IdempotencyTable dynamodb:PartiQLUpdate",
            "IdempotencyTable dynamodb:PutItem",
            "IdempotencyTable dynamodb:UpdateItem",
            "OrdersQueue sqs:ReceiveMessage",
            "OrdersQueue sqs:DeleteMessage",
            "OrdersQueue sqs:GetQueueAttributes",
            "OrdersQueue sqs:GetQueueUrl",
            "OrdersQueue sqs:ChangeMessageVisibility",
            "OrdersDeadLetterQueue sqs:SendMessage",
            "OrdersTable dynamodb:UpdateItem",
            "OutboxTable dynamodb:PutItem",
            "OrdersLogs logs:CreateLogStream",
            "OrdersLogs logs:PutLogEvents");
  }

  @Test
  void thePaymentsFunctionMayDoExactlyThis() {
    assertThat(TemplateReader.rights(trial, "PaymentsRole"))
        .containsExactlyInAnyOrder(
            "IdempotencyTable dynamodb:BatchGetItem",
            "IdempotencyTable dynamodb:GetItem",
            "IdempotencyTable dynamodb:PartiQLInsert",
            "IdempotencyTable dynamodb:PartiQLUpdate",
            "IdempotencyTable dynamodb:PutItem",
            "IdempotencyTable dynamodb:UpdateItem",
            "PaymentsQueue sqs:ReceiveMessage",
            "PaymentsQueue sqs:DeleteMessage",
            "PaymentsQueue sqs:GetQueueAttributes",
            "PaymentsQueue sqs:GetQueueUrl",
            "PaymentsQueue sqs:ChangeMessageVisibility",
            "PaymentsDeadLetterQueue sqs:SendMessage",
            "AccountsTable dynamodb:GetItem",
            "AccountsTable dynamodb:UpdateItem",
            "LedgerTable dynamodb:PutItem",
            "PaymentsLogs logs:CreateLogStream",
            "PaymentsLogs logs:PutLogEvents");
  }

  @Test
  void nothingElseGivesRights() {
    trial.resourceCountIs("AWS::IAM::Role", 14);
    trial.resourceCountIs("AWS::IAM::Policy", 0);
    trial.resourceCountIs("AWS::IAM::ManagedPolicy", 0);
    // The rules', to call both sweepers, the watch and, two of them, the closing.
    trial.resourceCountIs("AWS::Lambda::Permission", 5);
    trial.allResourcesProperties("AWS::IAM::Role", Map.of("ManagedPolicyArns", Match.absent()));
  }

  @Test
  void onlyTheConsumersTheClosingTheApiTheReplayTheWatchTheSweepersAndTheOutboxRunCode() {
    trial.resourceCountIs("AWS::Lambda::Function", 14);
    assertThat(TemplateReader.types(trial)).noneMatch(type -> type.startsWith("Custom::"));
    assertThat(TemplateReader.types(trial)).doesNotContain("AWS::CloudFormation::CustomResource");
  }

  @Test
  void theTablesHaveTheKeysOfTheContract() {
    assertThat(TemplateReader.keys(trial, "IdempotencyTable")).containsExactly("id");
    assertThat(TemplateReader.keys(trial, "OrdersTable")).containsExactly("orderId");
    assertThat(TemplateReader.keys(trial, "AccountsTable")).containsExactly("accountId");
    assertThat(TemplateReader.keys(trial, "LedgerTable")).containsExactly("accountId", "paymentId");
    assertThat(TemplateReader.keys(trial, "OutboxTable")).containsExactly("lane", "id");
    assertThat(TemplateReader.keys(trial, "StockTable")).containsExactly("sku");
    assertThat(TemplateReader.keys(trial, "ReservationsTable")).containsExactly("reservationId");
    assertThat(TemplateReader.keys(trial, "ShipmentsTable")).containsExactly("shipmentId");
    assertThat(TemplateReader.keys(trial, "ReceiptsTable")).containsExactly("orderId");
  }

  @Test
  void everyTableBillsByRequestAndCanBeRestored() {
    Map<String, Object> properties =
        Map.of(
            "BillingMode",
            "PAY_PER_REQUEST",
            "PointInTimeRecoverySpecification",
            Map.of("PointInTimeRecoveryEnabled", true));

    trial.resourceCountIs("AWS::DynamoDB::Table", 12);
    trial.allResourcesProperties("AWS::DynamoDB::Table", properties);
  }

  @Test
  void recordsExpire() {
    trial.hasResourceProperties(
        "AWS::DynamoDB::Table",
        Map.of(
            "KeySchema", List.of(Map.of("AttributeName", "id", "KeyType", "HASH")),
            "TimeToLiveSpecification", Map.of("AttributeName", "expiration", "Enabled", true)));
  }

  @Test
  void trialHasTheTimesOfTheContract() {
    assertThat(TemplateReader.property(trial, "OrdersFunction", "Timeout")).isEqualTo(5);
    assertThat(TemplateReader.property(trial, "PaymentsFunction", "Timeout")).isEqualTo(5);
    assertThat(TemplateReader.property(trial, "ReplayFunction", "Timeout")).isEqualTo(60);
    trial.resourcePropertiesCountIs("AWS::SQS::Queue", Map.of("VisibilityTimeout", 30), 5);
    trial.resourcePropertiesCountIs(
        "AWS::SQS::Queue",
        Map.of("RedrivePolicy", Match.objectLike(Map.of("maxReceiveCount", 3))),
        4);
  }

  @Test
  void theFunctionsGetTheirTablesAndTheSimulateSwitch() {
    trial.hasResourceProperties(
        "AWS::Lambda::Function",
        function(
            "dev.effectivelyonce.functions.orders.OrdersHandler::handleRequest",
            Map.of("ORDERS_TABLE", reference("OrdersTable"), "SIMULATE", "on")));
    trial.hasResourceProperties(
        "AWS::Lambda::Function",
        function(
            "dev.effectivelyonce.functions.payments.PaymentsHandler::handleRequest",
            Map.of(
                "ACCOUNTS_TABLE", reference("AccountsTable"),
                "LEDGER_TABLE", reference("LedgerTable"),
                "SIMULATE", "on")));
    trial.hasResourceProperties(
        "AWS::Lambda::Function",
        function(
            "dev.effectivelyonce.functions.paymentsapi.PaymentsApiHandler::handleRequest",
            Map.of(
                "ACCOUNTS_TABLE", reference("AccountsTable"),
                "LEDGER_TABLE", reference("LedgerTable"),
                "SIMULATE", "on")));
  }

  @Test
  void prodDoesNotSimulateAndLeavesTheCompilerToLambda() {
    for (String function : List.of("OrdersFunction", "PaymentsFunction", "PaymentsApiFunction")) {
      assertThat(TemplateReader.properties(prod, function))
          .contains("SIMULATE=off")
          .doesNotContain("JAVA_TOOL_OPTIONS");
    }
  }

  @Test
  void prodMovesToANewVersionStepByStep() {
    prod.resourceCountIs("AWS::CodeDeploy::DeploymentGroup", 5);
    prod.allResourcesProperties(
        "AWS::CodeDeploy::DeploymentGroup",
        Map.of("DeploymentConfigName", "CodeDeployDefault.LambdaLinear10PercentEvery1Minute"));
    trial.resourceCountIs("AWS::CodeDeploy::DeploymentGroup", 0);
  }

  @Test
  void theDashboardShowsTheConsumersTheApiAndTheReplay() {
    assertThat(TemplateReader.properties(trial, "OperationsDashboard"))
        .contains(
            "## Orders",
            "## Payments",
            "## Payments API",
            "## Fulfilment",
            "## Receipts",
            "## Turnover",
            "Turnover: parked",
            "## Clicks",
            "Clicks: parked",
            "## Closing",
            "Closing: given up",
            "## Records",
            "## Unsettled",
            "## Replay");
  }

  @Test
  void ordersAreStandardAndPaymentsAreFifo() {
    assertThat(TemplateReader.property(trial, "OrdersQueue", "FifoQueue")).isNull();
    assertThat(TemplateReader.property(trial, "PaymentsQueue", "FifoQueue")).isEqualTo(true);
    assertThat(TemplateReader.property(trial, "PaymentsDeadLetterQueue", "FifoQueue"))
        .isEqualTo(true);
  }

  @Test
  void prodsTablesOfRecordsAndMessagesTakeTheBurstOfEveryPollerAtOnce() {
    for (String table : List.of("IdempotencyTable", "OutboxTable")) {
      assertThat(TemplateReader.property(prod, table, "WarmThroughput"))
          .isEqualTo(Map.of("WriteUnitsPerSecond", 12_000));
      assertThat(TemplateReader.property(trial, table, "WarmThroughput")).isNull();
    }
  }

  private static Map<String, Object> function(String handler, Map<String, Object> environment) {
    return Map.of(
        "Handler", handler, "Environment", Map.of("Variables", Match.objectLike(environment)));
  }

  private static Map<String, Object> reference(String prefix) {
    return Map.of("Ref", Match.stringLikeRegexp("^" + prefix));
  }
}
