package dev.effectivelyonce.cdk;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awscdk.Fn;
import software.amazon.awscdk.Token;
import software.amazon.awscdk.services.ec2.ISecurityGroup;
import software.amazon.awscdk.services.ec2.IVpc;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.SourceAccessConfigurationProperty;
import software.amazon.awscdk.services.secretsmanager.ISecret;

/**
 * A Kafka cluster, with the way in which Lambda connects to it. Immutable; every method returns
 * another one. On Amazon MSK the function's role logs in with IAM, unless there is a secret. A
 * self-managed cluster needs a secret.
 */
public final class KafkaCluster {
  /** The rights of Lambda's pollers, by the function's role; EC2 knows no resource for most. */
  static final Permission VPC_RIGHTS =
      Permission.of(
          "*",
          "ec2:CreateNetworkInterface",
          "ec2:DeleteNetworkInterface",
          "ec2:DescribeNetworkInterfaces",
          "ec2:DescribeSecurityGroups",
          "ec2:DescribeSubnets",
          "ec2:DescribeVpcs");

  /** IAM knows no resource for it: on the cluster's ARN it would grant nothing. */
  private static final Permission BROKERS = Permission.of("*", "kafka:GetBootstrapBrokers");

  /** The form of a cluster's ARN. That of a VPC connection has neither topics nor groups. */
  private static final String CLUSTER = "arn:[^:]+:kafka:[^:]+:[^:]+:cluster/[^/]+/.+";

  /** A way to log in. */
  private record Login(KafkaAuthentication by, ISecret secret) {}

  /** The place of brokers that are in a VPC. */
  private record Place(List<String> subnetIds, String securityGroupId) {}

  private final Optional<String> arn;
  private final List<String> servers;
  private final Optional<Login> login;
  private final Optional<Place> place;
  private final Optional<ISecret> authority;

  private KafkaCluster(
      Optional<String> arn,
      List<String> servers,
      Optional<Login> login,
      Optional<Place> place,
      Optional<ISecret> authority) {
    this.arn = arn;
    this.servers = servers;
    this.login = login;
    this.place = place;
    this.authority = authority;
  }

  /** Returns a cluster of Amazon MSK. Lambda's pollers use the cluster's network. */
  public static KafkaCluster msk(String clusterArn) {
    return new KafkaCluster(
        Optional.of(clusterArn), List.of(), Optional.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * Returns a self-managed cluster with its bootstrap servers, each in the form {@code host:port}.
   */
  public static KafkaCluster selfManaged(String... bootstrapServers) {
    return new KafkaCluster(
        Optional.empty(),
        List.of(bootstrapServers),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Returns this cluster with a secret to log in with. */
  public KafkaCluster withSecret(KafkaAuthentication authentication, ISecret secret) {
    return new KafkaCluster(
        arn, servers, Optional.of(new Login(authentication, secret)), place, authority);
  }

  /**
   * Returns this self-managed cluster with the certificate of its own authority. The secret has it
   * as PEM under the key {@code certificate}. Without it the brokers' certificates must come from a
   * public authority.
   */
  public KafkaCluster withRootCertificate(ISecret certificate) {
    return new KafkaCluster(arn, servers, login, place, Optional.of(certificate));
  }

  /** Returns this self-managed cluster in a VPC. The pollers use the private subnets. */
  public KafkaCluster inVpc(IVpc vpc, ISecurityGroup securityGroup) {
    List<String> subnets = vpc.selectSubnets().getSubnetIds();
    return new KafkaCluster(
        arn,
        servers,
        login,
        Optional.of(new Place(subnets, securityGroup.getSecurityGroupId())),
        authority);
  }

  Optional<String> arn() {
    return arn;
  }

  List<String> servers() {
    return servers;
  }

  List<String> problems() {
    Problems problems =
        new Problems()
            .when(
                arn.filter(it -> !Token.isUnresolved(it) && !it.matches(CLUSTER)).isPresent(),
                "msk(%s) names no cluster. Give the cluster's own ARN (arn:aws:kafka:…:cluster/…)"
                    + " and run the consumer in its account, since its rights are on that. By a VPC"
                    + " connection name the brokers by"
                    + " selfManaged(...).withSecret(...).inVpc(...).",
                arn.orElse(""));
    secrets().forEach(it -> problems.and(ServerAccess.problems("the cluster", it)));
    return arn.isPresent()
        ? problems
            .when(
                place.isPresent(),
                "inVpc(...) is of a cluster of your own: MSK's is known. Leave it out.")
            .when(
                authority.isPresent(),
                "withRootCertificate(...) is of a cluster of your own: Lambda knows MSK's. Leave it"
                    + " out.")
            .when(
                login.map(Login::by).filter(KafkaCluster::isMissingOnMsk).isPresent(),
                "MSK has no %s. Set SCRAM_512.",
                login.map(it -> it.by().name()).orElse(""))
            .all()
        : problems
            .when(
                servers.isEmpty()
                    || !servers.stream().allMatch(it -> it.matches("[^\\s:,]+:[0-9]{1,5}")),
                "bootstrap servers are %s. Name each as host:port.",
                servers)
            .when(login.isEmpty(), "a cluster of your own needs a login. Set withSecret(...).")
            .all();
  }

  private static boolean isMissingOnMsk(KafkaAuthentication by) {
    return by == KafkaAuthentication.SCRAM_256 || by == KafkaAuthentication.PLAIN;
  }

  List<SourceAccessConfigurationProperty> accesses() {
    Stream<SourceAccessConfigurationProperty> network =
        place.stream()
            .flatMap(
                it ->
                    Stream.concat(
                        it.subnetIds().stream().map(id -> access("VPC_SUBNET", "subnet:" + id)),
                        Stream.of(
                            access(
                                "VPC_SECURITY_GROUP", "security_group:" + it.securityGroupId()))));
    return Stream.of(
            login.stream().map(it -> access(it.by().type(), it.secret().getSecretArn())),
            authority.stream().map(it -> access("SERVER_ROOT_CA_CERTIFICATE", it.getSecretArn())),
            network)
        .flatMap(it -> it)
        .toList();
  }

  private Stream<ISecret> secrets() {
    return Stream.concat(login.map(Login::secret).stream(), authority.stream());
  }

  static SourceAccessConfigurationProperty access(String type, String uri) {
    return SourceAccessConfigurationProperty.builder().type(type).uri(uri).build();
  }

  List<Permission> rights(String topic, String group) {
    Stream<Permission> secret = secrets().flatMap(Permission::toRead);
    Stream<Permission> network =
        arn.isPresent() || place.isPresent() ? Stream.of(VPC_RIGHTS) : Stream.empty();
    Stream<Permission> cluster =
        arn.stream()
            .flatMap(
                it ->
                    Stream.concat(
                        Stream.of(Permission.of(it, "kafka:DescribeClusterV2"), BROKERS),
                        login.isPresent() ? Stream.empty() : byIam(it, topic, group)));
    return Stream.of(cluster, secret, network).flatMap(it -> it).toList();
  }

  private static Stream<Permission> byIam(String arn, String topic, String group) {
    List<String> parts = Fn.split(":cluster/", arn, 2);
    String topics = parts.getFirst() + ":topic/" + parts.getLast() + "/" + topic;
    String groups = parts.getFirst() + ":group/" + parts.getLast() + "/" + group;
    return Stream.of(
        Permission.of(arn, "kafka-cluster:Connect"),
        Permission.of(topics, "kafka-cluster:DescribeTopic", "kafka-cluster:ReadData"),
        Permission.of(groups, "kafka-cluster:AlterGroup", "kafka-cluster:DescribeGroup"));
  }
}
