package dev.effectivelyonce.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.Console;
import java.io.PrintStream;
import java.io.Reader;
import java.io.Writer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Who may know whom. */
class DependencyRulesTest {
  private static final String US = "dev.effectivelyonce";

  /** What a function is told by its construct. */
  private static final String SETTINGS =
      ".*\\.(EnvironmentVariables|ConfigurationException|ConsumerMode|Backoff|Listing)";

  private static final String LOGGING = "org.slf4j..";
  private static final String SDK = "software.amazon.awssdk..";
  private static final String LAMBDA = "com.amazonaws.services.lambda..";

  private final JavaClasses classes = Project.classes();

  @Test
  void thereIsNoCycleBetweenPackages() {
    slices().matching(US + ".(**)").should().beFreeOfCycles().check(classes);
  }

  @Test
  void coreKnowsNothingButTheJdkAndTheLoggingFacade() {
    mayKnow("core", LOGGING);
  }

  @Test
  void batchKnowsTheCoreAlone() {
    mayKnow("batch", US + ".core..", LOGGING);
  }

  @Test
  void storesAndSourcesKnowCoreAndBatchAlone() {
    for (String store : List.of("dynamodb", "http", "sqs")) {
      mayKnow(
          store, US + ".core..", US + ".batch..", LOGGING, SDK, LAMBDA, "com.fasterxml.jackson..");
    }
  }

  @Test
  void theRelationalStoreKnowsCoreAndJdbcAlone() {
    mayKnow("postgres", US + ".core..", "javax.sql..", LOGGING);
  }

  @Test
  void theStoreInRedisKnowsTheCoreAndTwoClientsAlone() {
    mayKnow("redis", US + ".core..", LOGGING, "redis.clients.jedis..", "io.lettuce.core..");
  }

  @Test
  void metricsKnowTheCoreAndTheWriterOfJsonAlone() {
    mayKnow("metrics", US + ".core..", "com.fasterxml.jackson.core..");
  }

  @Test
  void theBridgeKnowsCoreAndPowertoolsAndNoStore() {
    mayKnow(
        "powertools",
        US + ".core..",
        LOGGING,
        "software.amazon.lambda.powertools..",
        "com.fasterxml.jackson.databind..",
        "io.burt.jmespath..");
  }

  @Test
  void streamsKafkaAndRabbitMqKnowCoreBatchAndTheCodecAndQueueOfSqs() {
    String[] both = {
      US + ".core..", US + ".batch..", US + ".sqs..", LOGGING, LAMBDA, "com.fasterxml.jackson.."
    };
    mayKnow("streams", both);
    String[] streams =
        Stream.concat(Stream.of(US + ".streams.."), Stream.of(both)).toArray(String[]::new);
    mayKnow("kafka", streams);
    mayKnow("rabbitmq", streams);
  }

  @Test
  void replayKnowsCoreAndSqs() {
    mayKnow("replay", US + ".core..", US + ".sqs..", LOGGING, SDK, LAMBDA);
  }

  @Test
  void theOutboxKnowsCoreStoreAndMetricsAlone() {
    mayKnow(
        "outbox",
        US + ".core..",
        US + ".dynamodb..",
        US + ".metrics..",
        LOGGING,
        SDK,
        LAMBDA,
        "com.fasterxml.jackson..");
  }

  @Test
  void theConstructsSeeOfTheLibraryWhatTheySetAlone() {
    noClasses()
        .that()
        .resideInAPackage(US + ".cdk..")
        .should()
        .dependOnClassesThat(
            resideInAPackage(US + "..")
                .and(resideOutsideOfPackage(US + ".cdk.."))
                .and(not(nameMatching(SETTINGS))))
        .check(classes);
  }

  @Test
  void theSampleStackSeesTheFunctionsAsArtifacts() {
    mayNotKnow(
        "infra",
        US + ".dynamodb..",
        US + ".http..",
        US + ".sqs..",
        US + ".metrics..",
        US + ".outbox..",
        US + ".powertools..",
        US + ".replay..",
        US + ".functions..",
        US + ".local..");
  }

  @Test
  void onlyTheFunctionInAPackageOfItsOwnKnowsPowertools() {
    noClasses()
        .that()
        .resideInAPackage(US + ".functions..")
        .and()
        .resideOutsideOfPackage(US + ".functions.receipts..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            US + ".powertools..",
            US + ".functions.receipts..",
            "software.amazon.lambda.powertools..",
            "org.aspectj..")
        .check(classes);
  }

  @Test
  void onlyTheFunctionInAPackageOfItsOwnKnowsPostgres() {
    noClasses()
        .that()
        .resideInAPackage(US + ".functions..")
        .and()
        .resideOutsideOfPackages(US + ".functions.ledger..", US + ".functions.database..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            US + ".postgres..",
            US + ".functions.ledger..",
            US + ".functions.database..",
            "org.postgresql..",
            "com.zaxxer..")
        .check(classes);
  }

  @Test
  void theFunctionOnPostgresKnowsNoDynamoDb() {
    noClasses()
        .that()
        .resideInAnyPackage(US + ".functions.ledger..", US + ".functions.database..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(US + ".dynamodb..", "software.amazon.awssdk.services.dynamodb..")
        .check(classes);
  }

  @Test
  void nothingButTheBenchmarksKnowsTheLocalRunner() {
    noClasses()
        .that()
        .resideOutsideOfPackages(US + ".local..", US + ".benchmarks..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(US + ".local..")
        .check(classes);
  }

  @Test
  void nothingKnowsTheBenchmarks() {
    noClasses()
        .that()
        .resideOutsideOfPackage(US + ".benchmarks..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(US + ".benchmarks..")
        .check(classes);
  }

  @Test
  void nothingKnowsTheCommandLine() {
    noClasses()
        .that()
        .resideOutsideOfPackage(US + ".cli..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(US + ".cli..")
        .check(classes);
  }

  @Test
  void operationsKnowTheLibraryAlone() {
    mayKnow(
        "operations",
        US + ".core..",
        US + ".dynamodb..",
        US + ".postgres..",
        US + ".redis..",
        US + ".replay..",
        US + ".sqs..",
        SDK,
        "com.fasterxml.jackson..",
        "org.postgresql..",
        "redis.clients..");
  }

  @Test
  void operationsHaveNoTerminal() {
    noClasses()
        .that()
        .resideInAPackage(US + ".operations..")
        .should()
        .dependOnClassesThat(
            assignableTo(PrintStream.class)
                .or(assignableTo(Writer.class))
                .or(assignableTo(Reader.class))
                .or(assignableTo(Console.class)))
        .orShould()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .accessField(System.class, "in")
        .check(classes);
  }

  @Test
  void theCommandLineCallsAwsAndStoresThroughOperationsAlone() {
    mayNotKnow("cli", "software.amazon.awssdk..", US + ".dynamodb..", US + ".core.store..");
  }

  @Test
  void theCommandLineKnowsOperationsAndTheLibraryAlone() {
    mayNotKnow("cli", US + ".functions..", US + ".infra..", US + ".local..", US + ".testkit..");
  }

  @Test
  void theLocalRunnerSeesTheFunctionsAndTheStackAsArtifacts() {
    mayNotKnow(
        "local",
        US + ".functions..",
        US + ".infra..",
        US + ".http..",
        US + ".sqs..",
        US + ".replay..",
        US + ".testkit..");
  }

  /** Checks that a room knows itself, the JDK, the annotations of null, and what is named. */
  private void mayKnow(String room, String... others) {
    String[] own = {US + "." + room + "..", "java..", "org.jspecify.."};
    classes()
        .that()
        .resideInAPackage(US + "." + room + "..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(Stream.concat(Stream.of(own), Stream.of(others)).toArray(String[]::new))
        .check(classes);
  }

  private void mayNotKnow(String room, String... others) {
    noClasses()
        .that()
        .resideInAPackage(US + "." + room + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(others)
        .check(classes);
  }
}
