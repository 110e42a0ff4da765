package dev.effectivelyonce.operations.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.operations.doctor.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each rule finds what breaks it, and nothing in a template that keeps all of them. */
class TemplateRulesTest {
  private static final Path BROKEN = Path.of("src/test/resources/check/broken.txt");

  @TempDir private Path directory;

  static List<String> broken() throws IOException {
    try (Stream<String> lines = Files.lines(BROKEN)) {
      return lines.filter(it -> !it.startsWith("#")).toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"consumer", "stream"})
  void aTemplateThatKeepsTheRulesHasNoFinding(String name) {
    CheckedTemplate checked = ChangedTemplate.of(name).check(directory);

    assertThat(checked.findings()).isEmpty();
    assertThat(checked.checks()).isGreaterThan(15);
  }

  /** {@code build/deploy/cdk/run} synthesizes it in TypeScript and in Python. */
  @Test
  void theSampleOfTheConstructsInOtherLanguagesHasNoFinding() throws IOException {
    Path sample = Path.of("../../build/deploy/cdk/sample.json");

    CheckedTemplate checked = TemplateFile.check(sample, "sample.json", List.of());

    assertThat(checked.findings()).isEmpty();
    assertThat(checked.checks()).isGreaterThan(25);
  }

  @ParameterizedTest
  @MethodSource("broken")
  void aRuleFindsWhatBreaksItAndNoOtherDoes(String line) {
    String[] parts = line.split(" +", 3);

    CheckedTemplate checked = ChangedTemplate.of(parts[1]).with(parts[2]).check(directory);

    assertThat(checked.findings()).extracting(it -> it.rule().id()).containsOnly(parts[0]);
    assertThat(checked.findings())
        .allSatisfy(
            it ->
                assertThat(it.problem() + it.remedy() + it.where())
                    .doesNotContain("{", "}", "nothing"));
    assertThat(checked.findings())
        .extracting(Finding::severity)
        .containsOnly(checked.findings().getFirst().rule().severity());
  }

  @Test
  void eachRuleIsBrokenByAnExample() throws IOException {
    assertThat(Rules.standard().rules())
        .extracting(Rule::id)
        .doesNotHaveDuplicates()
        .hasSameElementsAs(broken().stream().map(it -> it.split(" ", 2)[0]).distinct().toList());
  }

  @Test
  void eachRuleHasAllTexts() {
    assertThat(Rules.standard().rules())
        .allSatisfy(
            rule -> {
              assertThat(List.of(rule.what(), rule.why(), rule.breaks()))
                  .allSatisfy(it -> assertThat(it).matches("[A-Z\"].+\\."));
              assertThat(rule.remedy()).matches("[A-Z].+[^.]");
              assertThat(rule.id()).matches("[a-z-]+");
            });
  }

  /** What the template doesn't say is not judged. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/Queue/Properties/VisibilityTimeout {\"Ref\": \"Imported\"}",
        "/Queue/Properties/VisibilityTimeout {\"Fn::If\": [\"Circle\", 1, 2]}",
        "/Queue/Properties/VisibilityTimeout {\"Fn::Select\": [0, [1]]}",
        "/Queue/Properties/VisibilityTimeout \"{{resolve:ssm:visibility}}\"",
        "/Queue/Properties/VisibilityTimeout {\"Fn::FindInMap\": [\"Visibility\", {\"Ref\":"
            + " \"AWS::Region\"}, \"Seconds\"]}",
        "/Mapping/Properties/FunctionResponseTypes {\"Ref\": \"Imported\"}",
        "/Role/Properties/ManagedPolicyArns [\"arn:aws:iam::111122223333:policy/Own\"] "
            + " /Role/Properties/Policies []  /Queue/Properties/KmsMasterKeyId"
            + "  /DeadLetters/Properties/KmsMasterKeyId  /Table/Properties/SSESpecification",
        "/Role/Properties/Policies/0/PolicyDocument/Statement/0/Resource \"arn:aws:sqs:*:*:o*\"",
        "/Role/Properties/Policies/0/PolicyDocument/Statement/0/Resource"
            + " \"{{resolve:ssm:/shop/queue}}\"",
        "/Role/Properties/Policies/0/PolicyDocument/Statement/0/Resource {\"Fn::Sub\":"
            + " \"arn:aws:sqs:${AWS::Region}:1:${!aws:PrincipalTag/queue}\"}",
        "/Role/Properties/Policies/0/PolicyDocument/Statement/0/Condition {\"Bool\": {}}",
        "/Queue/Properties/KmsMasterKeyId \"arn:aws:kms:eu-west-1:111122223333:key/other\"",
        "/Queue/Properties/KmsMasterKeyId {\"Ref\": \"Own\"}  /Own {\"Type\": \"AWS::KMS::Key\","
            + " \"Properties\": {\"KeyPolicy\": {\"Statement\": [{\"Effect\": \"Allow\","
            + " \"Action\": \"kms:*\", \"Principal\": {\"AWS\": {\"Fn::GetAtt\": [\"Role\","
            + " \"Arn\"]}}}]}}}",
        "/DeadLetters/Properties/RedriveAllowPolicy/sourceQueueArns [{\"Ref\": \"Imported\"}]",
        "/Role/Properties/Policies/0/PolicyDocument/Statement/1/Resource {\"Fn::Sub\":"
            + " \"${Table.Arn}-copy\"}",
        "/Role/Properties/Policies/0/PolicyDocument/Statement/1/Resource {\"Fn::Sub\":"
            + " \"arn:aws:dynamodb:${Function.Region}:${AWS::AccountId}:table/${Table}\"}",
        "/Table/Properties/TimeToLiveSpecification {\"Ref\": \"Imported\"}",
        "/Table/Properties/TimeToLiveSpecification/Enabled {\"Ref\": \"Imported\"}",
        "/Table/Properties/GlobalSecondaryIndexes {\"Ref\": \"Imported\"}",
        "/Table/Properties/KeySchema {\"Ref\": \"Imported\"}",
        "/Table/Properties/PointInTimeRecoverySpecification {\"Ref\": \"Imported\"}",
        "/Table/Properties/PointInTimeRecoverySpecification/PointInTimeRecoveryEnabled {\"Fn::If\":"
            + " [\"Circle\", true, false]}",
        "/Function/Properties/Environment {\"Ref\": \"Imported\"}",
        "/Function/Properties/Fn::Transform {\"Name\": \"AWS::Include\"}",
        "/Role/Properties/Policies/0/PolicyDocument/Statement/0/Resource {\"Fn::GetAtt\":"
            + " [\"Queue\", {\"Ref\": \"Attribute\"}]}",
        "/Other {\"Type\": \"AWS::Lambda::EventSourceMapping\", \"Condition\": \"Circle\","
            + " \"Properties\": {\"EventSourceArn\": {\"Fn::GetAtt\": [\"Queue\", \"Arn\"]},"
            + " \"FunctionName\": {\"Ref\": \"Live\"}, \"FunctionResponseTypes\":"
            + " [\"ReportBatchItemFailures\"]}}",
        "/Other {\"Type\": \"AWS::Lambda::EventSourceMapping\", \"Properties\": {\"Enabled\":"
            + " {\"Ref\": \"Imported\"}, \"EventSourceArn\": {\"Fn::GetAtt\": [\"Queue\","
            + " \"Arn\"]}, \"FunctionName\": {\"Ref\": \"Live\"}, \"FunctionResponseTypes\":"
            + " [\"ReportBatchItemFailures\"]}}",
        "/Role/Properties/Policies/0/PolicyDocument/Statement/2 {\"Effect\": \"Deny\", \"Action\":"
            + " \"sqs:*\", \"Resource\": \"arn:aws:sqs:*:*:o*\"}  /Queue/Properties/KmsMasterKeyId "
            + " /DeadLetters/Properties/KmsMasterKeyId  /Table/Properties/SSESpecification",
        "/Role/Properties/Policies/0/PolicyDocument/Statement/2 {\"Effect\": \"Deny\", \"Action\":"
            + " {\"Ref\": \"Imported\"}, \"Resource\": \"*\"}  /Queue/Properties/KmsMasterKeyId "
            + " /DeadLetters/Properties/KmsMasterKeyId  /Table/Properties/SSESpecification",
        "/Role/Properties/Policies/0/PolicyDocument {\"Ref\": \"Imported\"}",
        "/Role/Properties/Policies {\"Ref\": \"Imported\"}",
        "/Queue/Properties/RedrivePolicy/deadLetterTargetArn {\"Ref\": \"Imported\"} "
            + " /Function/Properties/Environment/Variables/EFFECTIVELY_ONCE_DEAD_LETTER_QUEUE_URL"
      })
  void whatOnlyTheDeploymentKnowsIsNoError(String changes) {
    CheckedTemplate checked = ChangedTemplate.of("consumer").with(changes).check(directory);

    assertThat(checked.findings())
        .isNotEmpty()
        .extracting(Finding::severity)
        .containsOnly(Severity.UNCHECKED);
  }

  @Test
  void aDestinationThatOnlyTheDeploymentKnowsIsNoError() {
    CheckedTemplate checked =
        ChangedTemplate.of("stream")
            .with("/Mapping/Properties/DestinationConfig {\"Ref\": \"Imported\"}")
            .check(directory);

    assertThat(checked.findings())
        .extracting(it -> it.severity() + " " + it.rule().id())
        .containsExactly("UNCHECKED stream-destination");
  }

  /** References are followed as far as the template has them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/Mapping/Properties/FunctionName {\"Fn::Join\": [\":\", [{\"Fn::GetAtt\": [\"Function\","
            + " \"Arn\"]}, \"live\"]]}",
        "/Mapping/Properties/FunctionName {\"Ref\": \"Version\"}",
        "/Mapping/Properties/FunctionName {\"Fn::Sub\": [\"${F}:live\", {\"F\": {\"Ref\":"
            + " \"Function\"}}]}",
        "/Queue/Properties/VisibilityTimeout {\"Fn::If\": [\"IsSmall\", 180, {\"Ref\":"
            + " \"AWS::NoValue\"}]}",
        "/Queue/Properties/VisibilityTimeout \"180\"",
        "/Queue/Properties/RedrivePolicy {\"Fn::Sub\": \"{\\\"deadLetterTargetArn\\\":"
            + " \\\"${DeadLetters.Arn}\\\", \\\"maxReceiveCount\\\": 20}\"}",
        "/Role/Properties/Policies/0/PolicyDocument/Statement/1/Resource {\"Fn::Sub\":"
            + " \"arn:aws:dynamodb:${AWS::Region}:${AWS::AccountId}:table/${Table}\"}",
        "/Role/Properties/Policies/0/PolicyDocument/Statement/1/Resource [{\"Fn::Sub\":"
            + " \"${Table.Arn}/index/*\"}, {\"Fn::Sub\": \"${Table.Arn}\"}]",
        "/Sending/Properties/PolicyDocument/Statement/Resource {\"Fn::Sub\":"
            + " \"arn:${AWS::Partition}:sqs:${AWS::Region}:${AWS::AccountId}:"
            + "${DeadLetters.QueueName}\"}",
        "/Mapping/Properties/EventSourceArn {\"Fn::Sub\":"
            + " \"arn:aws:sqs:${AWS::Region}:${AWS::AccountId}:${Queue.QueueName}\"}",
        "/Mapping/Properties/FunctionName {\"Fn::Sub\":"
            + " \"arn:aws:lambda:${AWS::Region}:${AWS::AccountId}:function:${Function}:live\"}",
        "/Queue/Properties/FifoQueue true  /DeadLetters/Properties/FifoQueue true "
            + " /DeadLetters/Properties/MessageRetentionPeriod 345599",
        "/Queue/Properties/KmsMasterKeyId \"\"",
        "/Table/Properties/TableName \"records\" "
            + " /Role/Properties/Policies/0/PolicyDocument/Statement/1/Resource"
            + " \"arn:aws:dynamodb:eu-west-1:111122223333:table/records/index/listing\"",
        "/Queue/Properties/QueueName {\"Fn::Sub\": \"${AWS::StackName}-q\"} "
            + " /OldestAlarm/Properties/Dimensions/0/Value {\"Fn::Sub\": \"${AWS::StackName}-q\"} "
            + " /DeadLetters/Properties/RedriveAllowPolicy/sourceQueueArns/0 {\"Fn::Sub\":"
            + " \"arn:aws:sqs:${AWS::Region}:${AWS::AccountId}:${AWS::StackName}-q\"}",
        "/Role/Properties/Policies/0/PolicyDocument/Statement/2 {\"Effect\": \"Deny\", \"Action\":"
            + " \"dynamodb:*Table\", \"Resource\": \"*\"}  /Queue/Properties/KmsMasterKeyId "
            + " /DeadLetters/Properties/KmsMasterKeyId  /Table/Properties/SSESpecification",
        "/Mapping/Properties/BatchSize 11  /Mapping/Properties/MaximumBatchingWindowInSeconds 1 "
            + " /Queue/Properties/VisibilityTimeout 181",
        "/Function/Properties/FunctionName \"orders\"  /Mapping/Properties/FunctionName"
            + " \"orders:live\"",
        "/Unused {\"Condition\": \"IsLarge\", \"Type\": \"AWS::Lambda::EventSourceMapping\","
            + " \"Properties\": {\"EventSourceArn\": {\"Fn::GetAtt\": [\"Queue\", \"Arn\"]}}}",
        "/Function/Properties/Environment/Variables/EFFECTIVELY_ONCE_DATABASE_NAME \"shop\" "
            + " /Function/Properties/Environment/Variables/EFFECTIVELY_ONCE_TABLE \"record\"",
        "/Role/Properties/Policies/0/PolicyDocument/Statement/0/Action [\"sqs:receivemessage\","
            + " \"SQS:DeleteMessage\", \"sqs:GetQueueAttributes\"]"
      })
  void whatIsSaidInAnotherWayIsTheSame(String changes) {
    assertThat(ChangedTemplate.of("consumer").with(changes).check(directory).findings()).isEmpty();
  }

  @Test
  void aFindingNamesThePlaceInTheCdkAndTheLine() {
    CheckedTemplate checked =
        ChangedTemplate.of("consumer")
            .with("/Queue/Properties/VisibilityTimeout 60")
            .check(directory);

    Finding finding = checked.findings().getFirst();
    assertThat(finding.where()).isEqualTo("Queue (Shop/Orders/Queue)");
    assertThat(finding.line()).isGreaterThan(10);
    assertThat(finding.problem())
        .isEqualTo(
            "its visibility timeout is 60 s, under 6 x the function's timeout of 30 s plus the"
                + " batching window of 0 s");
    assertThat(finding.remedy()).contains("180 s");
  }
}
