package dev.effectivelyonce.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.effectivelyonce.operations.aws.Service;
import dev.effectivelyonce.operations.bench.LocalAws;
import dev.effectivelyonce.operations.bench.Orders;
import dev.effectivelyonce.operations.bench.OtherEngines;
import dev.effectivelyonce.operations.bench.StubAws;
import dev.effectivelyonce.operations.doctor.Doctor;
import dev.effectivelyonce.operations.doctor.Examination;
import dev.effectivelyonce.operations.doctor.Finding;
import dev.effectivelyonce.operations.doctor.Severity;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The doctor at a consumer of a queue whose records are on a server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DoctorOfServersTest {
  private StubAws lambda;
  private Orders orders;

  @BeforeAll
  void start() throws IOException, SQLException {
    for (String database : List.of("bare", "newer")) {
      OtherEngines.run("postgres", "CREATE DATABASE " + database);
    }
    OtherEngines.run("newer", OtherEngines.schema());
    OtherEngines.run("newer", "UPDATE effectively_once_schema SET version = 99");
    OtherEngines.run(
        "postgres",
        "CREATE ROLE reader LOGIN; GRANT SELECT ON effectively_once_schema, effectively_once_trail,"
            + " effectively_once_observed, effectively_once_record TO reader;"
            + " GRANT INSERT, UPDATE, DELETE ON effectively_once_trail, effectively_once_observed"
            + " TO reader; GRANT UPDATE, DELETE ON effectively_once_record TO reader");
  }

  @BeforeEach
  void open(@TempDir Path directory) {
    lambda = new StubAws();
    orders = new Orders(directory, Orders.STILL);
    orders.keepRules();
  }

  @AfterEach
  void close() {
    lambda.close();
  }

  @Test
  void aFunctionOfThisDatabaseAndUserHasNoFindingAndWhatIsLeftOutIsSaid() {
    functionAt("127.0.0.1", OtherEngines.postgresPort(), "postgres");

    Examination found = diagnosed(OtherEngines.postgres("postgres"));

    assertThat(wrong(found)).isEmpty();
    assertThat(found.facts())
        .anyMatch(fact -> fact.endsWith("the user postgres; the table of an outbox was not"))
        .contains("Not checked: whether orders reaches it from its network");
  }

  @Test
  void aFunctionOfAnotherDatabaseIsAnError() {
    functionAt("127.0.0.1", OtherEngines.postgresPort(), "shop");

    assertThat(wrong(diagnosed(OtherEngines.postgres("postgres"))))
        .extracting(Finding::severity, Finding::problem)
        .containsExactly(
            tuple(
                Severity.ERROR,
                "EFFECTIVELY_ONCE_DATABASE_NAME is shop, not the configuration's postgres"));
  }

  @Test
  void aServerOfAnotherNameAndALoginOfAnotherUserAreSaidToBeUnchecked() {
    functionAt("writer.internal", 5432, "postgres");

    Examination found = diagnosed(OtherEngines.postgres("reader", "postgres"));

    assertThat(found.facts())
        .anyMatch(fact -> fact.startsWith("orders reaches its records at writer.internal:5432"))
        .anyMatch(fact -> fact.endsWith("and the rights of its own login, which is not the URL's"));
  }

  @Test
  void aFunctionThatIsToldOfNoServerIsSaidToBeUnchecked() {
    function("\"ORDERS_TABLE\":\"Orders\"");

    assertThat(diagnosed(OtherEngines.postgres("postgres")).facts())
        .anyMatch(fact -> fact.startsWith("orders has no EFFECTIVELY_ONCE_DATABASE_HOST: whether"));
    assertThat(diagnosed(OtherEngines.redis("SYNC")).facts())
        .anyMatch(fact -> fact.startsWith("orders has no EFFECTIVELY_ONCE_REDIS_HOST: whether"));
  }

  @Test
  void missingTablesRightsAndAnotherVersionAreErrorsWithTheirRemedy() {
    assertThat(wrong(diagnosed(OtherEngines.postgres("bare"))))
        .extracting(Finding::problem)
        .contains("The table \"effectively_once_record\" is missing");
    assertThat(wrong(diagnosed(OtherEngines.postgres("reader", "postgres"))))
        .singleElement()
        .extracting(Finding::remedy)
        .isEqualTo("GRANT INSERT ON effectively_once_record to it");
    assertThat(wrong(diagnosed(OtherEngines.postgres("newer"))))
        .singleElement()
        .extracting(Finding::problem)
        .asString()
        .startsWith("The tables are of the version [99]");
  }

  @Test
  void aServerThatDoesNotAnswerCouldNotBeChecked() {
    assertThat(diagnosed("postgresql://postgres@127.0.0.1:9/postgres").findings())
        .filteredOn(it -> it.where().contains(":9/"))
        .isNotEmpty()
        .allMatch(it -> it.severity() == Severity.UNCHECKED)
        .first()
        .extracting(Finding::problem)
        .asString()
        .startsWith("could not check the store: ");
  }

  /** ElasticMQ does not say how long it keeps a message, which is left unchecked. */
  private static List<Finding> wrong(Examination found) {
    return found.findings().stream().filter(it -> it.severity() != Severity.UNCHECKED).toList();
  }

  private void functionAt(String host, int port, String database) {
    function(
        """
        "EFFECTIVELY_ONCE_DATABASE_HOST":"%s","EFFECTIVELY_ONCE_DATABASE_PORT":"%s",\
        "EFFECTIVELY_ONCE_DATABASE_NAME":"%s","EFFECTIVELY_ONCE_DATABASE_USER":"postgres"\
        """
            .formatted(host, port, database));
  }

  private void function(String variables) {
    String arn = "arn:aws:lambda:us-east-1:123456789012:function:orders";
    lambda
        .on(
            "event-source-mappings",
            200,
            """
            {"EventSourceMappings":[{"UUID":"m-1","FunctionArn":"%s:live","State":"Enabled",\
            "BatchSize":10,"MaximumBatchingWindowInSeconds":0,\
            "FunctionResponseTypes":["ReportBatchItemFailures"]}]}
            """
                .formatted(arn))
        .on("/aliases/live", 200, "{\"Name\":\"live\",\"FunctionVersion\":\"7\"}")
        .on(
            "/configuration",
            200,
            """
            {"FunctionName":"orders","Version":"7","Timeout":30,"Environment":{"Variables":{\
            "EFFECTIVELY_ONCE_RETENTION":"P19D","EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT":"20",%s}}}
            """
                .formatted(variables));
  }

  private Examination diagnosed(String url) {
    orders.write(
        "effectively-once.json",
        """
        {"consumers":[{"name":"orders","queue":"%s","table":"%s","key":"/orderId",
        "fingerprint":["/customerId"],"retention":"P19D"}]}
        """
            .formatted(orders.queue, url));
    Map<Service, URI> endpoints =
        Map.of(Service.SQS, LocalAws.sqsEndpoint(), Service.LAMBDA, lambda.endpoint());
    try (OperatorContext context = orders.context(endpoints)) {
      return Objects.requireNonNull(
          Doctor.diagnose(context, Optional.empty()).consumers().get("orders"));
    }
  }
}
