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
import org.junit.jupiter.api.Test;

/** Who may know whom. */
class DependencyRulesTest {
  private static final String US = "dev.effectivelyonce";

  /** What a function is told by its construct. */
  private static final String SETTINGS =
      ".*\\.(EnvironmentVariables|ConfigurationException|ConsumerMode|Backoff|Listing)";

  private final JavaClasses classes = Project.classes();

  @Test
  void thereIsNoCycleBetweenPackages() {
    slices().matching(US + ".(**)").should().beFreeOfCycles().check(classes);
  }

  @Test
  void coreKnowsNothingButTheJdkAndTheLoggingFacade() {
    classes()
        .that()
        .resideInAPackage(US + ".core..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(US + ".core..", "java..", "org.slf4j..", "org.jspecify..")
        .check(classes);
  }

  @Test
  void batchKnowsTheCoreAlone() {
    classes()
        .that()
        .resideInAPackage(US + ".batch..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            US + ".batch..", US + ".core..", "java..", "org.slf4j..", "org.jspecify..")
        .check(classes);
  }

  @Test
  void storesAndSourcesKnowCoreAndBatchAlone() {
    for (String module : new String[] {"dynamodb", "http", "sqs"}) {
      classes()
          .that()
          .resideInAPackage(US + "." + module + "..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              US + "." + module + "..",
              US + ".core..",
              US + ".batch..",
              "java..",
              "org.slf4j..",
              "org.jspecify..",
              "software.amazon.awssdk..",
              "com.amazonaws.services.lambda..",
              "com.fasterxml.jackson..")
          .check(classes);
    }
  }

  @Test
  void metricsKnowTheCoreAndTheWriterOfJsonAlone() {
    classes()
        .that()
        .resideInAPackage(US + ".metrics..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            US + ".metrics..",
            US + ".core..",
            "java..",
            "org.jspecify..",
            "com.fasterxml.jackson.core..")
        .check(classes);
  }

  @Test
  void theBridgeKnowsCoreAndPowertoolsAndNoStore() {
    classes()
        .that()
        .resideInAPackage(US + ".powertools..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            US + ".powertools..",
            US + ".core..",
            "java..",
            "org.slf4j..",
            "org.jspecify..",
            "software.amazon.lambda.powertools..",
            "com.fasterxml.jackson.databind..",
            "io.burt.jmespath..")
        .check(classes);
  }

  @Test
  void replayKnowsCoreAndSqs() {
    classes()
        .that()
        .resideInAPackage(US + ".replay..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            US + ".replay..",
            US + ".core..",
            US + ".sqs..",
            "java..",
            "org.slf4j..",
            "org.jspecify..",
            "software.amazon.awssdk..",
            "com.amazonaws.services.lambda..")
        .check(classes);
  }

  @Test
  void theOutboxKnowsCoreStoreAndMetricsAlone() {
    classes()
        .that()
        .resideInAPackage(US + ".outbox..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            US + ".outbox..",
            US + ".core..",
            US + ".dynamodb..",
            US + ".metrics..",
            "java..",
            "org.slf4j..",
            "org.jspecify..",
            "software.amazon.awssdk..",
            "com.amazonaws.services.lambda..",
            "com.fasterxml.jackson..")
        .check(classes);
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
    noClasses()
        .that()
        .resideInAPackage(US + ".infra..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            US + ".dynamodb..",
            US + ".http..",
            US + ".sqs..",
            US + ".metrics..",
            US + ".outbox..",
            US + ".powertools..",
            US + ".replay..",
            US + ".functions..",
            US + ".local..")
        .check(classes);
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
    classes()
        .that()
        .resideInAPackage(US + ".operations..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            US + ".operations..",
            US + ".core..",
            US + ".dynamodb..",
            US + ".replay..",
            US + ".sqs..",
            "java..",
            "org.jspecify..",
            "software.amazon.awssdk..",
            "com.fasterxml.jackson..")
        .check(classes);
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
    noClasses()
        .that()
        .resideInAPackage(US + ".cli..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("software.amazon.awssdk..", US + ".dynamodb..", US + ".core.store..")
        .check(classes);
  }

  @Test
  void theCommandLineKnowsOperationsAndTheLibraryAlone() {
    noClasses()
        .that()
        .resideInAPackage(US + ".cli..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            US + ".functions..", US + ".infra..", US + ".local..", US + ".testkit..")
        .check(classes);
  }

  @Test
  void theLocalRunnerSeesTheFunctionsAndTheStackAsArtifacts() {
    noClasses()
        .that()
        .resideInAPackage(US + ".local..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            US + ".functions..",
            US + ".infra..",
            US + ".http..",
            US + ".sqs..",
            US + ".replay..",
            US + ".testkit..")
        .check(classes);
  }
}
