package dev.effectivelyonce.cdk;

import static dev.effectivelyonce.cdk.TestStack.assertOneProblem;
import static dev.effectivelyonce.cdk.TestStack.assertProblems;
import static dev.effectivelyonce.cdk.TestStack.problems;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awscdk.services.ec2.SecurityGroup;
import software.amazon.awscdk.services.ec2.Vpc;
import software.amazon.awscdk.services.rds.Endpoint;
import software.amazon.awscdk.services.secretsmanager.ISecret;
import software.amazon.awscdk.services.secretsmanager.Secret;

/** Consumers and APIs whose records are in Redis or Valkey. */
class RedisEndpointTest extends GoldenStackTest {
  private static final RedisEndpoint SERVER = RedisEndpoint.at("records.example.com", 6379);
  private static final String CACHE =
      "arn:aws:elasticache:eu-west-1:123456789012:replicationgroup:records";
  private static final String CLUSTER = "arn:aws:memorydb:eu-west-1:123456789012:cluster/records";

  private IdempotentConsumer orders;

  RedisEndpointTest() {
    super("redis");
  }

  @Override
  void fill() {
    Vpc vpc = test.vpc("Vpc");
    SecurityGroup group = test.group("Server", vpc);
    ISecret login = test.secret("Login");
    orders =
        test.unstoredConsumer("Orders")
            .redis(SERVER.admittedBy(group).withSecret(login))
            .vpc(vpc)
            .build();
    IdempotentApi api =
        test.unstoredApi("Api", "api").redis(SERVER.withElastiCacheToken("shop", CACHE)).build();
    IdempotentConsumer unused =
        test.unstoredConsumer("Bills").redis(SERVER.withMemoryDbToken("shop", CLUSTER)).build();
    OperationsDashboard.Builder.create(test.stack(), "Operations")
        .consumer("Orders", orders)
        .api("Api", api)
        .build();
  }

  @Test
  void itHasNoTableAndSaysSo() {
    assertThat(orders.table()).isEmpty();
    assertThat(catchThrowableOfType(IllegalStateException.class, orders::idempotencyTable))
        .hasMessage("The records of Orders are in Redis: it has no table");
  }

  @Test
  void oneLoginOnePlaceAndOneConsumerOfANameAreRequired() {
    assertProblems(
        test.unstoredConsumer("None").redis(SERVER),
        "redis has no login. Set one of withSecret, withElastiCacheToken and"
            + " withMemoryDbToken.");
    assertOneProblem(
        test.unstoredConsumer("Two")
            .redis(
                SERVER
                    .withSecret(Secret.Builder.create(test.stack(), "Second").build())
                    .withMemoryDbToken("shop", CLUSTER)),
        "redis has two logins.");
    RelationalStore database =
        RelationalStore.at(new Endpoint("db", 5432), "shop").withToken("ledger", "db-ABC");

    assertProblems(
        test.consumer("Three")
            .redis(SERVER.withMemoryDbToken("shop", CLUSTER))
            .relationalStore(database),
        "relationalStore is set and redis, idempotencyTable too: records are in one place."
            + " Leave one out.");
    assertOneProblem(
        test.unstoredConsumer("Again")
            .consumerName("Orders")
            .redis(SERVER.withMemoryDbToken("shop", CLUSTER)),
        "Shop/Orders");
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "sh*", "", "shop/x", "a b"})
  void aUserThatARightCantNameAloneIsRefused(String user) {
    assertOneProblem(
        test.unstoredConsumer("Wrong").redis(SERVER.withMemoryDbToken(user, CLUSTER)),
        "redis' user '" + user + "' is none");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"records", "*", CACHE, "arn:aws:memorydb:eu-west-1:123456789012:cluster/*"})
  void aServerThatIsNoArnOfItsServiceIsRefused(String server) {
    assertOneProblem(
        test.unstoredConsumer("Wrong").redis(SERVER.withMemoryDbToken("shop", server)),
        "redis' server '" + server + "' is no ARN of memorydb");
  }

  @Test
  void aServerBehindASecurityGroupIsOutOfReachWithoutAVpc() {
    assertThat(
            problems(
                test.unstoredConsumer("NoVpc")
                    .redis(
                        RedisEndpoint.at(" ", 6379)
                            .withMemoryDbToken("shop", CLUSTER)
                            .admittedBy(orders.function()))))
        .hasSize(2)
        .anySatisfy(it -> assertThat(it).contains("names no host"))
        .anySatisfy(it -> assertThat(it).contains("Set vpc"));
  }
}
