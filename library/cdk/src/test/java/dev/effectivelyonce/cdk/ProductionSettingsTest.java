package dev.effectivelyonce.cdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.services.codedeploy.LambdaDeploymentConfig;
import software.amazon.awscdk.services.ec2.ISecurityGroup;
import software.amazon.awscdk.services.ec2.IVpc;
import software.amazon.awscdk.services.ec2.SubnetConfiguration;
import software.amazon.awscdk.services.ec2.SubnetSelection;
import software.amazon.awscdk.services.ec2.SubnetType;
import software.amazon.awscdk.services.ec2.Vpc;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.lambda.Architecture;
import software.amazon.awscdk.services.lambda.ILayerVersion;
import software.amazon.awscdk.services.lambda.LayerVersion;
import software.amazon.awscdk.services.lambda.Runtime;
import software.amazon.awscdk.services.lambda.Tracing;

/** What production asks of every construct with a function: network, keys, tags, concurrency. */
class ProductionSettingsTest extends StackTest {
  private static final List<String> NETWORK =
      List.of(
          "* ec2:AssignPrivateIpAddresses",
          "* ec2:CreateNetworkInterface",
          "* ec2:DeleteNetworkInterface",
          "* ec2:DescribeNetworkInterfaces",
          "* ec2:DescribeSubnets",
          "* ec2:UnassignPrivateIpAddresses");
  private static final List<String> TABLE_KEY =
      List.of(
          "TableKey kms:Decrypt",
          "TableKey kms:DescribeKey",
          "TableKey kms:Encrypt",
          "TableKey kms:GenerateDataKey",
          "TableKey kms:ReEncryptFrom",
          "TableKey kms:ReEncryptTo");

  private static final String AGENT = "arn:aws:lambda:eu-west-1:123456789012:layer:agent:3";

  ProductionSettingsTest() {
    super("network-and-keys");
  }

  @Override
  void fill() {
    EveryFunction all =
        EveryFunction.in(
            test.with(
                IdempotencyTable.Builder.create(test.stack(), "Encrypted")
                    .encryptionKey(test.key("TableKey"))
                    .build()));
    IVpc vpc =
        Vpc.Builder.create(test.stack(), "Vpc")
            .subnetConfiguration(
                List.of(
                    subnets("Public", SubnetType.PUBLIC),
                    subnets("Private", SubnetType.PRIVATE_WITH_EGRESS),
                    subnets("Isolated", SubnetType.PRIVATE_ISOLATED)))
            .build();
    ISecurityGroup group = test.group("Group", vpc);
    Key key = test.key("Key");
    ILayerVersion layer = LayerVersion.fromLayerVersionArn(test.stack(), "Agent", AGENT);
    all.consumer().provisionedPollers(2, 100).snapshots(Snapshots.KEPT);
    all.api().url(ApiUrl.NONE).snapshots(Snapshots.KEPT);
    all.outbox().gradualDeployment(LambdaDeploymentConfig.ALL_AT_ONCE).snapshots(Snapshots.KEPT);
    all.withEach(
        builder ->
            builder
                .vpc(
                    vpc,
                    SubnetSelection.builder().subnetType(SubnetType.PRIVATE_ISOLATED).build(),
                    group)
                .encryptionKey(key)
                .runtime(Runtime.JAVA_21)
                .architecture(Architecture.X86_64)
                .layer(layer)
                .tracing(Tracing.ACTIVE)
                .reservedConcurrency(5)
                .tag("team", "payments"));
  }

  private static SubnetConfiguration subnets(String name, SubnetType type) {
    return SubnetConfiguration.builder().name(name).subnetType(type).build();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Consumer", "Api", "OutboxPublisher", "OutboxSweeper", "Replay"})
  void eachFunctionHasNetworkConcurrencyAndTags(String function) {
    assertThat(properties(function + "Function"))
        .contains("VpcConfig={SecurityGroupIds=[{Fn::GetAtt=[Group, GroupId]}]")
        .contains("SubnetIds=[{Ref=VpcIsolatedSubnet1Subnet}, {Ref=VpcIsolatedSubnet2Subnet}]")
        .contains("ReservedConcurrentExecutions=5", "KmsKeyArn={Fn::GetAtt=[Key, Arn]}")
        .contains("Runtime=java21", "Architectures=[x86_64]", "Layers=[%s]".formatted(AGENT))
        .contains("TracingConfig={Mode=Active}")
        .contains("Key=team, Value=payments");
    assertThat(properties(function + "Logs"))
        .contains("KmsKeyId={Fn::GetAtt=[Key, Arn]}", "Key=team, Value=payments");
  }

  /** The role has the actions for Lambda itself. */
  @Test
  void theCodeOfAFunctionInAVpcMayNotTouchNetworkInterfaces() {
    assertThat(template.findResources("AWS::IAM::Role").values().stream().map(Object::toString))
        .filteredOn(it -> it.contains("ec2:CreateNetworkInterface"))
        .isNotEmpty()
        .allSatisfy(
            role ->
                assertThat(role)
                    .contains("Condition={Null={lambda:SourceFunctionArn=false}}, Effect=Deny"));
  }

  @Test
  void whatIsTracedMaySendTraces() {
    assertThat(properties("ConsumerRoleDefaultPolicy"))
        .contains("xray:PutTraceSegments", "xray:PutTelemetryRecords");
  }

  @Test
  void theConsumerMayUseItsNetworkAndItsKeysAndNoMore() {
    assertThat(rights("ConsumerRole"))
        .containsAll(NETWORK)
        .containsAll(TABLE_KEY)
        .contains("Key kms:Decrypt", "Key kms:GenerateDataKey")
        .hasSize(14 + NETWORK.size() + TABLE_KEY.size() + 3);
  }

  @Test
  void theApiMayUseItsNetworkAndTheTablesKeyAndNoMore() {
    assertThat(rights("ApiRole"))
        .containsAll(NETWORK)
        .containsAll(TABLE_KEY)
        .hasSize(5 + NETWORK.size() + TABLE_KEY.size());
  }

  @Test
  void theReplayMayReadDeadLettersAndSendThemBackEncrypted() {
    assertThat(rights("ReplayRole"))
        .containsAll(NETWORK)
        .containsAll(TABLE_KEY)
        .contains("Key kms:Decrypt", "Key kms:GenerateDataKey")
        .hasSize(11 + NETWORK.size() + TABLE_KEY.size() + 3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"OutboxPublisher", "OutboxSweeper"})
  void theOutboxMayUseItsOwnTablesKeyAndThoseOfItsDestinations(String function) {
    assertThat(rights(function + "Role"))
        .containsAll(NETWORK)
        .containsAll(TABLE_KEY.stream().map(right -> right.replace("Table", "")).toList())
        .contains("TargetKey kms:Decrypt", "TargetKey kms:GenerateDataKey")
        .noneMatch(right -> right.startsWith("TableKey "));
  }

  @Test
  void whatIsCreatedIsEncryptedByTheKey() {
    for (String queue :
        List.of("ConsumerQueue", "ConsumerDeadLetterQueue", "OutboxDeadLetterQueue")) {
      assertThat(properties(queue)).contains("KmsMasterKeyId={Fn::GetAtt=[Key, Arn]}");
    }
    assertThat(properties("OutboxTable"))
        .contains("KMSMasterKeyId={Fn::GetAtt=[Key, Arn]}", "SSEType=KMS");
    assertThat(properties("EncryptedTable"))
        .contains("KMSMasterKeyId={Fn::GetAtt=[TableKey, Arn]}");
  }

  @Test
  void theKeyAdmitsTheLogsOfThisAccountAndRegionOnce() {
    assertThat(properties("Key"))
        .containsOnlyOnce("kms:EncryptionContext:aws:logs:arn")
        .contains("Service={Fn::Join=[, [logs., {Ref=AWS::Region}, .amazonaws.com]]}");
  }

  @Test
  void lambdaHoldsPollersReadyForTheQueue() {
    template.hasResourceProperties(
        "AWS::Lambda::EventSourceMapping",
        Map.of(
            "ProvisionedPollerConfig", Map.of("MinimumPollers", 2, "MaximumPollers", 100),
            "ScalingConfig", Match.absent()));
  }

  @Test
  void anApiWithoutUrlHasNoneAndNoAlarmOnItsAnswers() {
    template.resourceCountIs("AWS::Lambda::Url", 0);
    template.resourcePropertiesCountIs(
        "AWS::CloudWatch::Alarm", Map.of("MetricName", "Url5xxCount"), 0);
  }

  @Test
  void theOutboxsFunctionsMoveToANewVersionStepByStep() {
    assertThat(properties("OutboxPublisherDeployment"))
        .contains("{Ref=OutboxPublisherErrorsAlarm}");
    assertThat(properties("OutboxSweeperDeployment")).contains("{Ref=OutboxSweeperErrorsAlarm}");
  }

  @Test
  void aScheduleCallsEachAliasWithABatchOrARequestOfNothing() {
    template.resourcePropertiesCountIs(
        "AWS::Events::Rule", Map.of("ScheduleExpression", "rate(1 day)"), 3);
    for (String construct : List.of("Consumer", "Outbox")) {
      assertThat(properties(construct + "SnapshotSchedule")).contains("Input={\"Records\":[]}");
    }
    assertThat(properties("ApiSnapshotSchedule"))
        .contains("\"version\":\"2.0\"", "\"method\":\"OPTIONS\"");
  }
}
