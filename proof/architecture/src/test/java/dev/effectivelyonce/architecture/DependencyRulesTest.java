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
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may know whom. */
class DependencyRulesTest {
  private static final String US = "dev.effectivelyonce";

  /** What a function is told by its construct. */
  private static final String SETTINGS =
      ".*\\.(EnvironmentVariables|ConfigurationException|ConsumerMode|Backoff|Listing)";

  private static final Map<String, String> SHORT =
      Map.of(
          "ALL", US,
          "LEDGER", ".functions.ledger .functions.database",
          "LAMBDA", "com.amazonaws.services.lambda",
          "POWERTOOLS", "software.amazon.lambda.powertools",
          "SDK", "software.amazon.awssdk");

  private final JavaClasses classes = Project.classes();

  @Test
  void thereIsNoCycleBetweenPackages() {
    slices().matching(US + ".(**)").should().beFreeOfCycles().check(classes);
  }

  /**
   * What a room knows beside itself, the JDK and the annotations of null; ours begin with a dot.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          core       | org.slf4j
          batch      | .core org.slf4j
          dynamodb   | .core .batch org.slf4j SDK LAMBDA com.fasterxml.jackson
          http       | .core .batch org.slf4j SDK LAMBDA com.fasterxml.jackson
          sqs        | .core .batch org.slf4j SDK LAMBDA com.fasterxml.jackson
          postgres   | .core javax.sql org.slf4j
          redis      | .core org.slf4j redis.clients.jedis io.lettuce.core
          metrics    | .core com.fasterxml.jackson.core
          micrometer | .core io.micrometer.core
          opentelemetry | .core org.slf4j io.opentelemetry
          powertools | .core org.slf4j POWERTOOLS com.fasterxml.jackson.databind io.burt.jmespath
          streams    | .core .batch .sqs org.slf4j LAMBDA com.fasterxml.jackson
          kafka      | .core .batch .sqs .streams org.slf4j LAMBDA com.fasterxml.jackson
          rabbitmq   | .core .batch .sqs .streams org.slf4j LAMBDA com.fasterxml.jackson
          replay     | .core .sqs org.slf4j SDK LAMBDA
          outbox     | .core .dynamodb .metrics org.slf4j SDK LAMBDA com.fasterxml.jackson
          spring     | .core .dynamodb .http .micrometer .postgres .testkit javax.sql org.slf4j \
                       SDK org.aopalliance org.apache.kafka org.springframework \
                       io.awspring.cloud.sqs io.micrometer.core jakarta.servlet
          worker     | .core .batch .kafka .rabbitmq .sqs org.slf4j SDK LAMBDA \
                       com.fasterxml.jackson com.rabbitmq.client com.sun.net.httpserver \
                       org.apache.kafka
          operations | .core .dynamodb .postgres .redis .replay .sqs SDK com.fasterxml.jackson \
                       org.postgresql org.yaml.snakeyaml redis.clients
          """)
  void aRoomKnowsThatAlone(String room, String others) {
    classes()
        .that()
        .resideInAPackage(US + "." + room + "..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(packages("." + room + " java org.jspecify " + others))
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

  /**
   * What is not known in a package, but for some in it. Functions and the stack are artifacts to
   * the stack and the local runner; a function in a zip of its own has what no other has; the
   * command line calls AWS and stores through operations.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          .infra     |                | .dynamodb .http .sqs .metrics .outbox .powertools .replay \
                                        .functions .local
          .local     |                | .functions .infra .http .sqs .replay .testkit
          .local     | .local.junit   | org.junit
          .cli       |                | .functions .infra .local .testkit SDK .dynamodb .core.store
          .functions | .functions.receipts | .powertools .functions.receipts POWERTOOLS org.aspectj
          .functions | LEDGER         | .postgres LEDGER org.postgresql com.zaxxer
          LEDGER     |                | .dynamodb software.amazon.awssdk.services.dynamodb
          ALL        | .local .benchmarks | .local
          ALL        | .benchmarks    | .benchmarks
          ALL        | .cli           | .cli
          """)
  void aPackageKnowsNothingOfThat(String among, @Nullable String butFor, String unknown) {
    noClasses()
        .that()
        .resideInAnyPackage(packages(among))
        .and()
        .resideOutsideOfPackages(packages(butFor == null ? "" : butFor))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(packages(unknown))
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

  private static String[] packages(String words) {
    return Stream.of(words.strip().split("\\s+"))
        .filter(it -> !it.isEmpty())
        .flatMap(it -> Stream.of(SHORT.getOrDefault(it, it).split(" ")))
        .map(it -> (it.startsWith(".") ? US + it : it) + "..")
        .toArray(String[]::new);
  }
}
