package dev.effectivelyonce.dynamodb;

import static dev.effectivelyonce.core.store.StoreException.Kind.DENIED;
import static dev.effectivelyonce.core.store.StoreException.Kind.MISCONFIGURED;
import static dev.effectivelyonce.core.store.StoreException.Kind.THROTTLED;
import static dev.effectivelyonce.core.store.StoreException.Kind.UNREACHABLE;
import static dev.effectivelyonce.dynamodb.Records.fault;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Written;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

class ErrorTranslatorTest {
  @RegisterExtension static final LocalDynamoDb DYNAMO_DB = new LocalDynamoDb();

  private static final CallBounds HOUR =
      new CallBounds(Duration.ofHours(1), Duration.ofHours(1), 1);
  private static final CallBounds SHORT =
      new CallBounds(Duration.ofMillis(1500), Duration.ofMillis(300), 2);

  private FlakyProxy proxy;
  private DynamoDbClient client;

  @BeforeEach
  void connect() {
    proxy = new FlakyProxy(DYNAMO_DB.endpoint());
    client = LocalDynamoDb.client(proxy.endpoint(), LocalDynamoDb.PATIENT);
  }

  @AfterEach
  void disconnect() {
    client.close();
    proxy.close();
  }

  @Test
  void aMissingTableIsNamed() {
    StoreException fault = fault(claimIn("no-such-table"));

    assertThat(fault.kind()).isEqualTo(MISCONFIGURED);
    assertThat(fault)
        .hasMessageContaining("\"no-such-table\" does not exist in this account and the Region")
        .hasMessageContaining(client.serviceClientConfiguration().region().id());
  }

  @Test
  void aTableOfAnotherRegionIsNamedAsSuch() {
    String table = "arn:aws:dynamodb:ap-south-2:000000000000:table/records";

    StoreException fault = fault(claimIn(table));

    assertThat(fault.kind()).isEqualTo(MISCONFIGURED);
    assertThat(fault)
        .hasMessageContaining(table + "\" is in the Region ap-south-2, and its client asks in")
        .hasMessageContaining(client.serviceClientConfiguration().region().id());
  }

  @Test
  void aTableWithAnotherKeyIsNoTableOfThisLibrary() {
    String table = DYNAMO_DB.newTable(client, "pk", ScalarAttributeType.S);

    StoreException fault = fault(claimIn(table));

    assertThat(fault.kind()).isEqualTo(MISCONFIGURED);
    assertThat(fault).hasMessageContaining(table).hasMessageContaining("partition key \"id\"");
  }

  @Test
  void aTableWhoseKeyHasAnotherTypeIsNoTableOfThisLibrary() {
    String table = DYNAMO_DB.newTable(client, Attributes.ID, ScalarAttributeType.N);

    assertThat(fault(claimIn(table)).kind()).isEqualTo(MISCONFIGURED);
    assertThat(fault(() -> store(table).find(Records.claim("a").id())).kind())
        .isEqualTo(MISCONFIGURED);
  }

  @ParameterizedTest
  @CsvSource({
    "400, ProvisionedThroughputExceededException, THROTTLED",
    "400, RequestLimitExceeded, THROTTLED",
    "400, ThrottlingException, THROTTLED",
    "400, TransactionConflictException, THROTTLED",
    "400, ReplicatedWriteConflictException, THROTTLED",
    "400, AccessDeniedException, DENIED",
    "400, UnrecognizedClientException, DENIED",
    "400, ExpiredTokenException, DENIED",
    "400, SomeNewException, MISCONFIGURED",
    "500, InternalServerError, UNREACHABLE",
    "503, ServiceUnavailable, UNREACHABLE",
  })
  void anErrorOfDynamoDbHasItsKind(int status, String code, StoreException.Kind kind) {
    proxy.answerNext(10, status, code, "because");

    StoreException fault = fault(claimIn("records"));

    assertThat(fault.kind()).isEqualTo(kind);
    assertThat(fault.isTransient()).isEqualTo(kind == THROTTLED || kind == UNREACHABLE);
    assertThat(fault).hasMessageContaining("\"records\"");
    assertThat(proxy.requests()).isEqualTo(fault.isTransient() ? 3 : 1);
  }

  @Test
  void aShortThrottleIsRiddenOut() {
    String table = DYNAMO_DB.newTable(client);
    proxy.answerNext(2, 400, "ProvisionedThroughputExceededException", "slow down");

    assertThat(store(table).claim(Records.claim("a"))).isInstanceOf(Written.class);
  }

  @Test
  void aRoleWithoutPermissionIsToldWhichOnes() {
    proxy.answerNext(1, 400, "AccessDeniedException", "not authorized");

    StoreException fault = fault(claimIn("records"));

    assertThat(fault.kind()).isEqualTo(DENIED);
    assertThat(fault.remedy()).contains("dynamodb:PutItem").contains("dynamodb:UpdateItem");
  }

  @Test
  void anAnswerThatNeverComesIsNotAwaited() {
    String table = DYNAMO_DB.newTable(client);
    proxy.answerNextTooLate(2);
    try (DynamoDbClient impatient = LocalDynamoDb.client(proxy.endpoint(), SHORT)) {
      DynamoDbStore store = new DynamoDbStore(impatient, table);

      StoreException fault = fault(() -> store.claim(Records.claim("a")));

      assertThat(fault.kind()).isEqualTo(UNREACHABLE);
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
  }

  @Test
  void aCallEndsWithItsInvocationThoughTheClientWouldWaitLonger() {
    String table = DYNAMO_DB.newTable(client);
    proxy.answerNextTooLate(1);
    try (DynamoDbClient patient = LocalDynamoDb.client(proxy.endpoint(), HOUR)) {
      IdempotencyStore store =
          new DynamoDbStore(patient, table).endingBy(Instant.now().plusMillis(300));

      StoreException fault = fault(() -> store.claim(Records.claim("a")));

      assertThat(fault.kind()).isEqualTo(UNREACHABLE);
    }
  }

  @Test
  void aCallThatBeginsAfterItsInvocationHasTheClientsTime() {
    String table = DYNAMO_DB.newTable(client);
    IdempotencyStore store =
        new DynamoDbStore(client, table).endingBy(Instant.now().minusSeconds(1));

    assertThat(store.claim(Records.claim("a"))).isInstanceOf(WriteResult.Written.class);
  }

  @Test
  void anUnreachableEndpointIsUnreachable() {
    URI closed = proxy.endpoint();
    proxy.close();
    try (DynamoDbClient cut = LocalDynamoDb.client(closed, SHORT)) {
      DynamoDbStore store = new DynamoDbStore(cut, "records");

      StoreException fault = fault(() -> store.claim(Records.claim("a")));

      assertThat(fault.kind()).isEqualTo(UNREACHABLE);
      assertThat(fault).hasMessageContaining("in the Region");
    }
  }

  @Test
  void whatDynamoDbSaysOfAnItemIsNotRepeated() {
    String quote = "The parameter cannot be converted to a numeric value: anna@example.org";
    proxy.answerNext(1, 400, "ValidationException", quote);

    StoreException fault = fault(claimIn("records"));

    assertThat(fault).hasMessageContaining("ValidationException").hasNoCause();
    assertThat(fault.getMessage()).doesNotContain("anna");
  }

  @Test
  void whatDynamoDbSaysOfAnExpressionIsRepeated() {
    proxy.answerNext(1, 400, "ValidationException", "Invalid UpdateExpression: Syntax error");

    assertThat(fault(claimIn("records"))).hasMessageContaining("Syntax error");
  }

  private Runnable claimIn(String table) {
    return () -> store(table).claim(Records.claim("a"));
  }

  private DynamoDbStore store(String table) {
    return new DynamoDbStore(client, table);
  }
}
