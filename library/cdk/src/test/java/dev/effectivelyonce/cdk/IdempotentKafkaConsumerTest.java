package dev.effectivelyonce.cdk;

import static dev.effectivelyonce.cdk.TestStack.assertOneProblem;
import static dev.effectivelyonce.cdk.TestStack.assertRefused;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.Fn;
import software.amazon.awscdk.services.ec2.Vpc;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.SchemaRegistryConfigProperty;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.SchemaValidationConfigProperty;
import software.amazon.awscdk.services.secretsmanager.ISecret;
import software.amazon.awscdk.services.secretsmanager.Secret;

class IdempotentKafkaConsumerTest extends GoldenStackTest {
  private static final String CLUSTER = "arn:aws:kafka:eu-central-1:123456789012:cluster/shop/u-2";
  private static final String SECRET =
      "arn:aws:secretsmanager:eu-central-1:123456789012:secret:login-Ab12Cd";

  private static final String AUTHORITY =
      "arn:aws:secretsmanager:eu-central-1:123456789012:secret:root-Ef34Gh";

  @Override
  void fill() {
    test.kafka("Shipments")
        .cluster(KafkaCluster.msk(CLUSTER))
        .topic("shipments")
        .pollerGroup("shop")
        .schemaRegistry(
            SchemaRegistryConfigProperty.builder()
                .schemaRegistryUri("arn:aws:glue:eu-central-1:123456789012:registry/shop")
                .eventRecordFormat("JSON")
                .schemaValidationConfigs(
                    List.of(SchemaValidationConfigProperty.builder().attribute("VALUE").build()))
                .build())
        .build();
    Vpc vpc = test.vpc("Vpc");
    test.kafka("Returns")
        .cluster(
            KafkaCluster.selfManaged("one.example.com:9096", "two.example.com:9096")
                .withSecret(KafkaAuthentication.SCRAM_512, secret("Login"))
                .withRootCertificate(
                    Secret.fromSecretCompleteArn(test.stack(), "Authority", AUTHORITY))
                .inVpc(vpc, test.group("Brokers", vpc)))
        .topic("returns")
        .consumerGroup("returns-2")
        .startingAt(Instant.ofEpochSecond(1_790_000_000))
        .build();
    test.kafka("Labels")
        .cluster(KafkaCluster.msk(Fn.importValue("Cluster")))
        .topic("labels")
        .build();
  }

  @Test
  void whatCanNotWorkIsRefusedWithTheRemedy() {
    assertRefused(refused(), "cluster");
    assertRefused(refused().cluster(KafkaCluster.msk(CLUSTER)), "topic");
    assertRefused(
        refused()
            .topic("shipments")
            .cluster(KafkaCluster.msk(CLUSTER).withRootCertificate(secret("Unused"))),
        "withRootCertificate(...) is of a cluster of your own");
    assertRefused(onMsk(refused()).topic("shop/a"), "topic is \"shop/a\"");
    assertRefused(
        onMsk(refused()).provisionedPollers(0, 0),
        "without pollers there are no partial responses");
    assertRefused(onMsk(refused()).provisionedPollers(3, 2), "provisionedPollers(3, 2)");
    assertRefused(onMsk(refused()).provisionedPollers(201, 300), "provisionedPollers(201, 300)");
    assertRefused(onMsk(refused()).provisionedPollers(1, 2001), "provisionedPollers(1, 2001)");
    assertRefused(onMsk(refused()).maximumRetryAttempts(-1), "Lambda gives up after 10");
    assertRefused(onMsk(refused()).maximumRetryAttempts(10_001), "Lambda takes 0 to 10000");
    assertRefused(
        onMsk(refused()).maximumRecordAge(Duration.ofDays(7)),
        "the topic keeps records for 7 days");
    assertRefused(
        onMsk(refused()).recordRetention(Duration.ofDays(20)), "shorter than topic and parking");
    assertRefused(
        onMsk(refused()).topicRetention(Duration.ofDays(4000)), "no record is kept as long");
    assertRefused(onMsk(refused()).offsetLagAlarm(0), "offsetLagAlarm is 0");
  }

  /** Its topics and groups are those of the cluster, which such an ARN does not name. */
  @Test
  void aVpcConnectionIsRefused() {
    String connection =
        "arn:aws:kafka:eu-west-1:111122223333:vpc-connection/444455556666/shop/5f2b-1";

    assertOneProblem(
        test.kafka("Connected").cluster(KafkaCluster.msk(connection)).topic("shipments"),
        "msk(" + connection + ") names no cluster. Give the cluster's own ARN",
        "selfManaged(...).withSecret(...).inVpc(...)");
  }

  @Test
  void aClusterThatCanNotBeReachedIsRefused() {
    assertUnreachable(KafkaCluster.selfManaged("one:9092"), "a cluster of your own needs a login");
    for (String server : List.of("one", "http://one:9092", "one:9092,two:9092", "")) {
      assertUnreachable(
          KafkaCluster.selfManaged(server).withSecret(KafkaAuthentication.PLAIN, login()),
          "Name each as host:port");
    }
    KafkaCluster msk = KafkaCluster.msk(CLUSTER);
    assertUnreachable(msk.withSecret(KafkaAuthentication.PLAIN, login()), "MSK has no PLAIN");
    assertUnreachable(
        msk.withSecret(
            KafkaAuthentication.SCRAM_512,
            Secret.fromSecretNameV2(test.stack(), test.unique("Login"), "login")),
        "without its full ARN");
    Vpc vpc = test.vpc(test.unique("Vpc"));
    assertUnreachable(
        msk.inVpc(vpc, test.group(test.unique("Group"), vpc)),
        "inVpc(...) is of a cluster of your own");
  }

  private void assertUnreachable(KafkaCluster cluster, String problem) {
    assertRefused(refused().topic("a").cluster(cluster), problem);
  }

  private ISecret login() {
    return secret(test.unique("Login"));
  }

  private static IdempotentKafkaConsumer.Builder onMsk(IdempotentKafkaConsumer.Builder builder) {
    return builder.cluster(KafkaCluster.msk(CLUSTER)).topic("shipments");
  }

  private ISecret secret(String id) {
    return Secret.fromSecretCompleteArn(test.stack(), id, SECRET);
  }

  private IdempotentKafkaConsumer.Builder refused() {
    return test.kafka(test.unique("Refused"));
  }
}
