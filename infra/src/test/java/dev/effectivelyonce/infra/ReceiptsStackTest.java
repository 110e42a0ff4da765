package dev.effectivelyonce.infra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cdk.TemplateReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awscdk.assertions.Template;

/** The consumer with Powertools' annotation. */
class ReceiptsStackTest {
  @RegisterExtension static final SampleStacks STACKS = new SampleStacks();

  private final Template trial = STACKS.trial();

  @Test
  void theReceiptsFunctionMayDoExactlyThis() {
    assertThat(TemplateReader.rights(trial, "ReceiptsRole"))
        .containsExactlyInAnyOrder(
            "IdempotencyTable dynamodb:BatchGetItem",
            "IdempotencyTable dynamodb:GetItem",
            "IdempotencyTable dynamodb:PartiQLInsert",
            "IdempotencyTable dynamodb:PartiQLUpdate",
            "IdempotencyTable dynamodb:PutItem",
            "IdempotencyTable dynamodb:UpdateItem",
            "ReceiptsQueue sqs:ReceiveMessage",
            "ReceiptsQueue sqs:DeleteMessage",
            "ReceiptsQueue sqs:GetQueueAttributes",
            "ReceiptsQueue sqs:GetQueueUrl",
            "ReceiptsQueue sqs:ChangeMessageVisibility",
            "ReceiptsDeadLetterQueue sqs:SendMessage",
            "ReceiptsTable dynamodb:UpdateItem",
            "ReceiptsLogs logs:CreateLogStream",
            "ReceiptsLogs logs:PutLogEvents");
  }

  @Test
  void itsFunctionGetsItsTableAndTheSimulateSwitch() {
    assertThat(TemplateReader.properties(trial, "ReceiptsFunction"))
        .contains("Handler=dev.effectivelyonce.functions.receipts.ReceiptsHandler::handleRequest")
        .contains("RECEIPTS_TABLE={Ref=ReceiptsTable", "SIMULATE=on");
  }

  @Test
  void aStageForWorkHasNoFunctionWithPowertools() {
    for (Stage stage : List.of(Stage.dev(), Stage.prod())) {
      Template template = STACKS.of(Deployment.of(stage));

      assertThat(template.findOutputs("*").keySet()).noneMatch(it -> it.startsWith("Receipts"));
      template.resourceCountIs("AWS::Lambda::EventSourceMapping", 3);
    }
  }
}
