package dev.effectivelyonce.dynamodb;

import static dev.effectivelyonce.dynamodb.Records.LATER;
import static dev.effectivelyonce.dynamodb.Records.RESULT;
import static dev.effectivelyonce.dynamodb.Records.fault;
import static dev.effectivelyonce.dynamodb.Records.stampAt;
import static dev.effectivelyonce.dynamodb.Records.written;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Refused;
import dev.effectivelyonce.core.store.WriteResult.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Groups whose request, or one of whose records, is in trouble. */
class GroupFaultsTest {
  @RegisterExtension static final LocalDynamoDb DYNAMO_DB = new LocalDynamoDb();

  private final FlakyTable flaky = new FlakyTable(DYNAMO_DB);
  private final FlakyProxy proxy = flaky.proxy;
  private final DynamoDbClient client = flaky.client;
  private final String table = flaky.name;
  private final DynamoDbStore store = flaky.store;

  @AfterEach
  void disconnect() {
    flaky.close();
  }

  @Test
  void aGroupWhoseAnswerWasLostIsRefusedByTheCallersOwnRecords() {
    IdempotencyRecord mine = written(store.claim(Records.claim("a", "payment-1")));
    Claim claim = Records.claim("a", "payment-2");
    proxy.loseNextAnswer();

    List<Optional<WriteResult>> answers =
        write(new Write.Claim(claim), new Write.Complete(mine, RESULT, stampAt(LATER)));

    assertThat(answers)
        .containsExactly(
            Optional.of(new Refused(Optional.of(IdempotencyRecord.claimed(claim)))),
            Optional.of(new Refused(Optional.of(mine.completed(RESULT, stampAt(LATER))))));
  }

  @Test
  void aThrottledGroupFailsAsAWhole() {
    int attempts = CallBounds.forLambda().attempts();
    proxy.answerNext(attempts, 400, "ProvisionedThroughputExceededException", "slow down");

    assertThat(fault(() -> write(claiming("payment-1"), claiming("payment-2"))).kind())
        .isEqualTo(StoreException.Kind.THROTTLED);
  }

  @Test
  void aGroupInWhichNothingIsRefusedTakesOneRequest() {
    int before = proxy.requests();

    write(claiming("payment-1"), claiming("payment-2"));

    assertThat(proxy.requests() - before).isEqualTo(1);
  }

  @Test
  void aRoleThatMayNotUseStatementsWritesSinglyFromThenOn() {
    proxy.answerNext(1, 400, "AccessDeniedException", "not authorized to perform PartiQLInsert");

    assertThat(write(claiming("payment-1"), claiming("payment-2")))
        .containsExactly(Optional.empty(), Optional.empty());

    assertThat(store.groups()).isEmpty();
    assertThat(store.endingBy(LATER).groups()).isEmpty();
  }

  @Test
  void aDenialMayComeByStatement() {
    String denied = "{\"Error\": {\"Code\": \"AccessDenied\", \"Message\": \"PartiQLInsert\"}}";
    proxy.answerNext(1, 200, "{\"Responses\": [" + denied + ", " + denied + "]}");

    assertThat(write(claiming("payment-1"), claiming("payment-2")))
        .containsExactly(Optional.empty(), Optional.empty());

    assertThat(store.groups()).isEmpty();
  }

  @Test
  void lanesThatStillGatherAfterADenialSendNoMoreGroups() {
    GroupWriter groups = store.groups().orElseThrow();
    proxy.answerNext(1, 400, "AccessDeniedException", "not authorized to perform PartiQLInsert");
    write(claiming("payment-1"), claiming("payment-2"));
    int requests = proxy.requests();

    List<Optional<WriteResult>> results = new ArrayList<>();
    groups.write(
        List.of(claiming("payment-3"), claiming("payment-4")),
        (index, result) -> results.add(result));

    assertThat(results).containsExactly(Optional.empty(), Optional.empty());
    assertThat(proxy.requests()).isEqualTo(requests);
  }

  @Test
  void credentialsThatExpiredSayNothingOfTheRightToWriteGroups() {
    proxy.answerNext(1, 400, "ExpiredTokenException", "the security token is expired");

    assertThat(write(claiming("payment-1"), claiming("payment-2")))
        .containsExactly(Optional.empty(), Optional.empty());

    assertThat(store.groups()).isPresent();
  }

  @Test
  void statementsThatGotNoAnswerAreLeftToThemselves() {
    proxy.answerNext(1, 200, "{\"Responses\": []}");

    assertThat(write(claiming("payment-1"), claiming("payment-2")))
        .containsExactly(Optional.empty(), Optional.empty());
  }

  @Test
  void aRequestThatIsRefusedAsAWholeLeavesEachWriteToItself() {
    proxy.answerNext(1, 400, "ValidationException", "one of them is malformed");

    assertThat(write(claiming("payment-1"), claiming("payment-2")))
        .containsExactly(Optional.empty(), Optional.empty());
    assertThat(store.groups()).isPresent();
  }

  @Test
  void aStatementThatIsThrottledSaysNothingOfItsRecord() {
    store.claim(Records.claim("a", "payment-1"));
    int requests = proxy.requests();
    String slow = "{\"Error\": {\"Code\": \"ThrottlingError\", \"Message\": \"slow down\"}}";
    proxy.answerNext(1, 200, "{\"Responses\": [" + slow + ", " + slow + "]}");

    assertThat(write(claiming("payment-1"), claiming("payment-2")))
        .containsExactly(Optional.empty(), Optional.empty());
    assertThat(proxy.requests()).isEqualTo(requests + 1);
  }

  @Test
  void aRoleThatMayNotReadWhatRefusedItWritesSinglyFromThenOn() {
    store.claim(Records.claim("a", "payment-1"));
    proxy.passNext(1);
    proxy.answerNext(1, 400, "AccessDeniedException", "not authorized to perform BatchGetItem");

    assertThat(write(claiming("payment-1"), claiming("payment-2")).getFirst()).isEmpty();
    assertThat(store.groups()).isEmpty();
  }

  @Test
  void refusedClaimsThatCanNotBeReadAreLeftToThemselves() {
    store.claim(Records.claim("a", "payment-1"));
    proxy.passNext(1);
    proxy.answerNext(CallBounds.forLambda().attempts(), 500, "InternalServerError", "oops");

    List<Optional<WriteResult>> answers = write(claiming("payment-1"), claiming("payment-2"));

    assertThat(answers.getFirst()).isEmpty();
    assertThat(answers.getLast()).get().isInstanceOf(Written.class);
  }

  @Test
  void copiesThatCanNotBeReadFirstAreClaimed() {
    store.claim(Records.claim("a", "payment-1"));
    write(claiming("payment-1"));
    proxy.answerNext(CallBounds.forLambda().attempts(), 500, "InternalServerError", "oops");

    List<Optional<WriteResult>> answers = write(claiming("payment-1"), claiming("payment-2"));

    assertThat(answers.getFirst()).get().isInstanceOf(Refused.class);
    assertThat(answers.getLast()).get().isInstanceOf(Written.class);
  }

  @Test
  void anUnreadableRecordDoesNotHarmTheOthersOfItsGroup() {
    Claim claim = Records.claim("a", "payment-1");
    client.putItem(
        put ->
            put.tableName(table)
                .item(
                    Map.of(
                        "id", AttributeValue.fromS(claim.id().value()),
                        "status", AttributeValue.fromS("BAKED"))));

    List<Optional<WriteResult>> answers = write(new Write.Claim(claim), claiming("payment-2"));

    assertThat(answers.getFirst()).isEmpty();
    assertThat(answers.getLast()).get().isInstanceOf(Written.class);
  }

  @Test
  void aTableThatIsGivenByItsArnHasNoGroups() {
    String arn = "arn:aws:dynamodb:eu-central-1:123456789012:table/records";

    assertThat(new DynamoDbStore(client, arn).groups()).isEmpty();
  }

  private List<Optional<WriteResult>> write(Write.Groupable... writes) {
    Map<Integer, Optional<WriteResult>> answers = new TreeMap<>();
    store.groups().orElseThrow().write(List.of(writes), answers::put);
    return List.copyOf(answers.values());
  }

  private static Write.Groupable claiming(String key) {
    return new Write.Claim(Records.claim("b", key));
  }
}
