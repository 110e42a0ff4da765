package dev.effectivelyonce.infra;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.assertions.Template;

/** The consumer with Powertools' annotation. */
@TestInstance(Lifecycle.PER_CLASS)
class ReceiptsStackTest {
  private Path zip;
  private Template trial;

  @BeforeAll
  void synthesize(@TempDir Path directory) {
    zip = TestApps.functionsZip(directory);
    trial = TestApps.template(directory.resolve("trial"), Stage.trial(), zip);
  }

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
  void aStageForWorkHasNoFunctionWithPowertools(@TempDir Path directory) {
    for (Stage stage : List.of(Stage.dev(), Stage.prod())) {
      Template template = TestApps.template(directory.resolve(stage.name()), stage, zip);

      assertThat(template.findOutputs("*").keySet()).noneMatch(it -> it.startsWith("Receipts"));
      template.resourceCountIs("AWS::Lambda::EventSourceMapping", 3);
    }
  }
}
