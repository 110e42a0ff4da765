package dev.effectivelyonce.dynamodb;

import static dev.effectivelyonce.core.store.StoreException.Kind.MISCONFIGURED;
import static dev.effectivelyonce.core.store.StoreException.Kind.UNREACHABLE;
import static dev.effectivelyonce.dynamodb.Records.fault;
import static dev.effectivelyonce.dynamodb.Records.stampAt;
import static dev.effectivelyonce.dynamodb.Records.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.WriteResult.Written;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** What becomes of calls that fail, and of those that nobody answers. */
class CallFaultsTest {
  private static final CallBounds HOUR =
      new CallBounds(Duration.ofHours(1), Duration.ofHours(1), 1);
  private static final CallBounds SHORT =
      new CallBounds(Duration.ofMillis(600), Duration.ofMillis(200), 2);
  private static final String REGION =
      LocalDynamoDb.client().serviceClientConfiguration().region().id();

  private final FlakyTable table = new FlakyTable();
  private final FlakyProxy proxy = table.proxy;

  @ParameterizedTest
  @CsvSource({
    "no-such-table, does not exist in this account and the Region",
    "arn:aws:dynamodb:ap-south-2:000000000000:table/records,"
        + " 'is in the Region ap-south-2, and its client asks in'"
  })
  void aMissingTableAndOneOfAnotherRegionAreNamedWithTheRegionOfTheClient(
      String name, String problem) {
    StoreException fault = fault(claimIn(name));

    assertThat(fault.kind()).isEqualTo(MISCONFIGURED);
    assertThat(fault).hasMessageContaining("\"" + name + "\" " + problem);
    assertThat(fault).hasMessageContaining(REGION);
  }

  @ParameterizedTest
  @CsvSource({"pk, S", "id, N"})
  void aTableWithAnotherKeyIsNoTableOfThisLibrary(String key, ScalarAttributeType type) {
    String name = LocalDynamoDb.newTable(key, type);
    StoreException fault = fault(claimIn(name));

    assertThat(fault.kind()).isEqualTo(MISCONFIGURED);
    assertThat(fault).hasMessageContaining(name).hasMessageContaining("partition key \"id\"");
    assertThat(fault(() -> store(table.client, name).find(Records.claim("a").id())).kind())
        .isEqualTo(MISCONFIGURED);
  }

  @ParameterizedTest
  @CsvSource({
    "400, ProvisionedThroughputExceededException, THROTTLED, 3",
    "400, AccessDeniedException, DENIED, 1",
    "500, InternalServerError, UNREACHABLE, 3",
  })
  void aRequestIsRepeatedWhereThatMayHelp(
      int status, String code, StoreException.Kind kind, int requests) {
    proxy.answerNext(10, status, code, "because");

    assertThat(fault(() -> table.store.claim(Records.claim("a"))).kind()).isEqualTo(kind);
    assertThat(proxy.requests()).isEqualTo(requests);
  }

  @Test
  void anAnswerThatNeverComesIsNotAwaited() {
    proxy.answerNextTooLate(2);

    try (DynamoDbClient impatient = LocalDynamoDb.client(proxy.endpoint(), SHORT)) {
      StoreException fault = fault(() -> store(impatient, table.name).claim(Records.claim("a")));

      assertThat(fault.kind()).isEqualTo(UNREACHABLE);
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
  }

  @Test
  void aCallEndsWithItsInvocationThoughTheClientWouldWaitLonger() {
    proxy.answerNextTooLate(1);

    try (DynamoDbClient patient = LocalDynamoDb.client(proxy.endpoint(), HOUR)) {
      IdempotencyStore store =
          store(patient, table.name).withDeadline(Instant.now().plusMillis(300));

      assertThat(fault(() -> store.claim(Records.claim("a"))).kind()).isEqualTo(UNREACHABLE);
    }
  }

  @Test
  void aCallThatBeginsAfterItsInvocationHasTheClientsTime() {
    IdempotencyStore store = table.store.withDeadline(Instant.now().minusSeconds(1));

    assertThat(store.claim(Records.claim("a"))).isInstanceOf(Written.class);
  }

  @Test
  void aWriteOfAnInterruptedThreadFailsKeepsTheInterruptAndSucceedsOnceThatIsCleared() {
    IdempotencyRecord mine = written(table.store.claim(Records.claim("a")));
    // Loads what tells a fault: PIT changes classes when they load, and can't while interrupted.
    proxy.answerNext(1, 400, "AccessDeniedException", "no");
    fault(() -> table.store.complete(mine, Records.RESULT, stampAt(Records.LATER)));

    Thread.currentThread().interrupt();
    StoreException fault =
        fault(() -> table.store.complete(mine, Records.RESULT, stampAt(Records.LATER)));

    assertThat(Thread.interrupted()).isTrue();
    assertThat(fault.kind()).isEqualTo(UNREACHABLE);
    assertThat(fault).hasMessageContaining("interrupted");
    IdempotencyRecord done =
        written(table.store.complete(mine, Records.RESULT, stampAt(Records.LATER)));
    assertThat(table.store.find(mine.id())).contains(done);
  }

  @Test
  void aCallAndItsAttemptsAreBounded() {
    try (DynamoDbClient client = LocalDynamoDb.client(proxy.endpoint(), SHORT)) {
      ClientOverrideConfiguration settings =
          client.serviceClientConfiguration().overrideConfiguration();
      assertThat(settings.apiCallTimeout()).contains(SHORT.call());
      assertThat(settings.apiCallAttemptTimeout()).contains(SHORT.attempt());
      assertThat(settings.retryStrategy().map(RetryStrategy::maxAttempts)).contains(2);
    }
    assertThat(CallBounds.forLambda().call()).isLessThan(Duration.ofSeconds(5));
  }

  @ParameterizedTest
  @CsvSource({"PT1S, PT2S, 1, PT2S", "PT1S, PT0S, 1, PT0S", "PT1S, PT1S, 0, 0 attempts"})
  void boundsThatAllowNothingOrAnAttemptThatOutlastsItsCallAreRefused(
      Duration call, Duration attempt, int attempts, String told) {
    assertThatThrownBy(() -> new CallBounds(call, attempt, attempts))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(told);
  }

  private Runnable claimIn(String name) {
    return () -> store(table.client, name).claim(Records.claim("a"));
  }

  private static DynamoDbStore store(DynamoDbClient client, String name) {
    return new DynamoDbStore(client, name);
  }
}
