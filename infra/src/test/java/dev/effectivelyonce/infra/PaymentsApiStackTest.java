package dev.effectivelyonce.infra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cdk.TemplateReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.assertions.Template;

/** The payments API in the stack. */
class PaymentsApiStackTest {
  @RegisterExtension static final SampleStacks STACKS = new SampleStacks();

  private final Template trial = STACKS.trial();

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
