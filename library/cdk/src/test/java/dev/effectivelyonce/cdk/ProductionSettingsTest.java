package dev.effectivelyonce.cdk;

import java.util.List;
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
class ProductionSettingsTest extends GoldenStackTest {
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
                .memoryMib(512)
                .environment("GREETING", "hello")
                .allow("arn:aws:s3:::invoices/new", "s3:PutObject")
                .runbook("https://wiki.example.com/runbook")
                .tag("team", "payments"));
  }

  private static SubnetConfiguration subnets(String name, SubnetType type) {
    return SubnetConfiguration.builder().name(name).subnetType(type).build();
  }
}
