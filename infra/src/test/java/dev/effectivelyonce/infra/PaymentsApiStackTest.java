package dev.effectivelyonce.infra;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.assertions.Template;

/** The payments API in the stack. */
@TestInstance(Lifecycle.PER_CLASS)
class PaymentsApiStackTest {
  private Template trial;

  @BeforeAll
  void synthesize(@TempDir Path directory) {
    Path zip = TestApps.functionsZip(directory);
    trial = TestApps.template(directory.resolve("trial"), Stage.trial(), zip);
  }

  @Test
  void thePaymentsApiMayDoExactlyThis() {
    assertThat(TemplateReader.rights(trial, "PaymentsApiRole"))
        .containsExactlyInAnyOrder(
            "IdempotencyTable dynamodb:GetItem",
            "IdempotencyTable dynamodb:PutItem",
            "IdempotencyTable dynamodb:UpdateItem",
            "AccountsTable dynamodb:GetItem",
            "AccountsTable dynamodb:UpdateItem",
            "LedgerTable dynamodb:PutItem",
            "PaymentsApiLogs logs:CreateLogStream",
            "PaymentsApiLogs logs:PutLogEvents");
  }

  @Test
  void theUrlOfThePaymentsApiAsksForSignedRequests() {
    trial.resourceCountIs("AWS::Lambda::Url", 1);
    trial.hasResourceProperties("AWS::Lambda::Url", Map.of("AuthType", "AWS_IAM"));
    trial.hasOutput(
        "PaymentsApiUrl",
        Map.of(
            "Value",
            Map.of(
                "Fn::GetAtt", List.of(Match.stringLikeRegexp("^PaymentsApiUrl"), "FunctionUrl"))));
  }
}
