package dev.effectivelyonce.cdk;

import static dev.effectivelyonce.cdk.TestApps.zip;
import static dev.effectivelyonce.cdk.TestStack.assertOneProblem;
import static dev.effectivelyonce.cdk.TestStack.assertProblems;
import static dev.effectivelyonce.cdk.TestStack.problems;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awscdk.assertions.Template;
import software.amazon.awscdk.services.ec2.SubnetSelection;
import software.amazon.awscdk.services.ec2.SubnetType;
import software.amazon.awscdk.services.ec2.Vpc;
import software.amazon.awscdk.services.rds.Credentials;
import software.amazon.awscdk.services.rds.DatabaseInstance;
import software.amazon.awscdk.services.rds.DatabaseInstanceEngine;
import software.amazon.awscdk.services.rds.Endpoint;
import software.amazon.awscdk.services.rds.PostgresEngineVersion;
import software.amazon.awscdk.services.rds.PostgresInstanceEngineProps;
import software.amazon.awscdk.services.secretsmanager.ISecret;
import software.amazon.awscdk.services.secretsmanager.Secret;

/** Consumers whose records are in PostgreSQL. */
class RelationalStoreTest extends GoldenStackTest {
  private static final String RESOURCE = "cluster-ABC123";
  private static final Endpoint ENDPOINT = new Endpoint("ledger.example.com", 5432);

  private IdempotentConsumer inPostgres;

  RelationalStoreTest() {
    super("postgres");
  }

  @Override
  void fill() {
    Vpc vpc = test.vpc("Vpc");
    ISecret login = test.secret("Login");
    DatabaseInstance database =
        DatabaseInstance.Builder.create(test.stack(), "Database")
            .engine(
                DatabaseInstanceEngine.postgres(
                    PostgresInstanceEngineProps.builder()
                        .version(PostgresEngineVersion.VER_17)
                        .build()))
            .credentials(Credentials.fromSecret(login))
            .storageEncrypted(true)
            .vpc(vpc)
            .build();
    inPostgres =
        test.unstoredConsumer("Ledger")
            .relationalStore(
                RelationalStore.at(database.getInstanceEndpoint(), "shop")
                    .admittedBy(database)
                    .withSecret(login))
            .vpc(vpc, SubnetSelection.builder().subnetType(SubnetType.PRIVATE_WITH_EGRESS).build())
            .build();
    test.unstoredConsumer("Tokens")
        .relationalStore(RelationalStore.at(ENDPOINT, "shop").withToken("ledger", RESOURCE))
        .build();
    OperationsDashboard.Builder.create(test.stack(), "Operations")
        .name("shop")
        .consumer("Ledger", inPostgres)
        .build();
  }

  @Test
  void itHasNoTableAndSaysSo() {
    assertThatThrownBy(inPostgres::idempotencyTable)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("The records of Ledger are in PostgreSQL: it has no table");
  }

  @Test
  void thePageShowsAConsumerBehindAProxy(@TempDir Path directory) {
    Path unused = zip(Path.of("target/functions.zip"), List.of("com.example.LedgerHandler"));

    Template proxied = Template.fromStack(new PostgresStack(TestApps.in(directory)));

    assertThat(TemplateReader.properties(proxied, "LedgerRole"))
        .containsPattern(":rds-db:.*:dbuser:.*Fn::Select=\\[6, .*DBProxyArn.*/ledger");
    assertThat(TemplateReader.properties(proxied, "LedgerFunction"))
        .containsPattern("EFFECTIVELY_ONCE_DATABASE_HOST=\\{Fn::GetAtt=\\[\\w+, Endpoint]}");
  }

  @Test
  void oneOfBothLoginsIsRequired() {
    RelationalStore store = RelationalStore.at(ENDPOINT, "shop");

    assertProblems(
        wrong(store), "relationalStore has no login. Set one of withSecret and withToken.");
    assertProblems(
        wrong(
            store
                .withToken("ledger", RESOURCE)
                .withSecret(Secret.Builder.create(test.stack(), "Second").build())),
        "relationalStore has two logins. Set one of withSecret and withToken.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "led*", "", "ledger/x", "a b"})
  void aUserThatARightCantNameAloneIsRefused(String user) {
    assertOneProblem(
        wrong(RelationalStore.at(ENDPOINT, "shop").withToken(user, RESOURCE)),
        "relationalStore's user '" + user + "' is none");
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "ledger", "cluster-*", "cluster-", "my-cluster"})
  void aNameInPlaceOfAResourceIdIsRefused(String resource) {
    assertOneProblem(
        wrong(RelationalStore.at(ENDPOINT, "shop").withToken("ledger", resource)),
        "relationalStore's resource '" + resource + "' is no id");
  }

  @Test
  void aSecretWhoseFullArnIsNotKnownIsRefused() {
    ISecret named = Secret.fromSecretNameV2(test.stack(), "Named", "shop/ledger");

    assertOneProblem(
        wrong(RelationalStore.at(ENDPOINT, "shop").withSecret(named)),
        "Use Secret.fromSecretCompleteArn");
  }

  @Test
  void aDatabaseBehindASecurityGroupIsOutOfReachWithoutAVpc() {
    assertThat(
            problems(
                wrong(
                    RelationalStore.at(ENDPOINT, " ")
                        .withToken("ledger", RESOURCE)
                        .admittedBy(inPostgres.function()))))
        .hasSize(2)
        .anySatisfy(it -> assertThat(it).contains("names no database"))
        .anySatisfy(it -> assertThat(it).contains("Set vpc"));
  }

  @Test
  void recordsAreInOnePlaceAndItsRightsAreNotIams() {
    IdempotentConsumer.Builder both =
        test.consumer("Both")
            .relationalStore(RelationalStore.at(ENDPOINT, "shop").withToken("ledger", RESOURCE))
            .recordAccess(RecordAccess.OWN_RECORDS);

    assertThat(problems(both))
        .hasSize(2)
        .anySatisfy(it -> assertThat(it).contains("idempotencyTable too"))
        .anySatisfy(it -> assertThat(it).contains("recordAccess is OWN_RECORDS"));
  }

  @ParameterizedTest
  @CsvSource({"shop,true", "other,false"})
  void twoConsumersOfOneNameInOneDatabaseAreRefused(String database, boolean isRefused) {
    IdempotentConsumer.Builder second =
        test.unstoredConsumer("Second-" + database)
            .consumerName("Tokens")
            .relationalStore(RelationalStore.at(ENDPOINT, database).withToken("ledger", RESOURCE));

    if (isRefused) {
      assertOneProblem(second, "Shop/Tokens");
    } else {
      assertThat(second.build().storeLocation())
          .isEqualTo("postgresql://ledger.example.com:5432/other");
    }
  }

  @Test
  void aReplayAndAWatchRefuseItWithWhatToDo() {
    DeadLetterReplay.Builder replay = test.replay("Replay").consumer("ledger", inPostgres);
    StuckRecordMonitor.Builder watch = test.watch("Watch").consumer(inPostgres);

    assertOneProblem(
        replay, "consumer 'ledger' keeps its records in PostgreSQL", "use SQS's redrive");
    assertOneProblem(watch, "consumer 'Ledger' keeps its records in PostgreSQL");
  }

  private IdempotentConsumer.Builder wrong(RelationalStore store) {
    return test.unstoredConsumer("Wrong").relationalStore(store);
  }
}
