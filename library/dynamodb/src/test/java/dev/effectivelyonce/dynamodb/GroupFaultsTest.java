package dev.effectivelyonce.dynamodb;

import static dev.effectivelyonce.dynamodb.Records.LATER;
import static dev.effectivelyonce.dynamodb.Records.NOW;
import static dev.effectivelyonce.dynamodb.Records.RESULT;
import static dev.effectivelyonce.dynamodb.Records.fault;
import static dev.effectivelyonce.dynamodb.Records.stampAt;
import static dev.effectivelyonce.dynamodb.Records.written;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Refused;
import dev.effectivelyonce.core.store.WriteResult.Written;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Groups whose request, or one of whose records, is in trouble, and groups that read first. */
class GroupFaultsTest {
  private static final int ATTEMPTS = CallBounds.forLambda().attempts();
  private static final String DENIED =
      "{\"Error\": {\"Code\": \"AccessDenied\", \"Message\": \"PartiQLInsert\"}}";
  private static final String SLOW =
      "{\"Error\": {\"Code\": \"ThrottlingError\", \"Message\": \"slow down\"}}";

  private final FlakyTable table = new FlakyTable();
  private final FlakyProxy proxy = table.proxy;
  private final DynamoDbStore store = table.store;

  @Test
  void aThrottledGroupFailsAsAWhole() {
    table.throttle();

    assertThat(fault(this::writeTwo).kind()).isEqualTo(StoreException.Kind.THROTTLED);
  }

  @Test
  void aGroupInWhichNothingIsRefusedTakesOneRequest() {
    writeTwo();

    assertThat(proxy.requests()).isEqualTo(1);
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        Arguments.of(400, error("AccessDeniedException"), false),
        Arguments.of(200, answers(DENIED, DENIED), false),
        // Credentials that expired say nothing of the right to write groups.
        Arguments.of(400, error("ExpiredTokenException"), true),
        // One of them is malformed.
        Arguments.of(400, error("ValidationException"), true),
        Arguments.of(200, answers(), true),
        // A statement that is throttled says nothing of its record.
        Arguments.of(200, answers(SLOW, SLOW), true));
  }

  private static String error(String code) {
    return "{\"__type\": \"com.amazonaws.dynamodb.v20120810#%s\"}".formatted(code);
  }

  private static String answers(String... each) {
    return "{\"Responses\": [" + String.join(", ", each) + "]}";
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void aGroupThatIsNotCarriedOutLeavesEachToItselfAndOneThatMayNotBeIsTheLast(
      int status, String body, boolean groupsGoOn) {
    store.claim(Records.claim("a", "payment-1"));
    GroupWriter gatheredBefore = store.groups().orElseThrow();
    int before = proxy.requests();
    proxy.answerNext(1, status, body);

    assertThat(writeTwo()).containsExactly(Optional.empty(), Optional.empty());

    assertThat(proxy.requests()).isEqualTo(before + 1);
    assertThat(store.groups().isPresent()).isEqualTo(groupsGoOn);
    assertThat(store.withDeadline(LATER).groups().isPresent()).isEqualTo(groupsGoOn);
    List<Optional<WriteResult>> later =
        write(gatheredBefore, claiming("payment-3"), claiming("payment-4"));
    assertThat(later).allMatch(it -> it.isPresent() == groupsGoOn);
    assertThat(proxy.requests()).isEqualTo(before + (groupsGoOn ? 2 : 1));
  }

  @ParameterizedTest
  @CsvSource({"400, AccessDeniedException, false", "500, InternalServerError, true"})
  void refusedClaimsThatCanNotBeReadAreLeftToThemselves(
      int status, String code, boolean groupsGoOn) {
    store.claim(Records.claim("a", "payment-1"));
    proxy.passNext(1);
    proxy.answerNext(groupsGoOn ? ATTEMPTS : 1, status, code, "BatchGetItem");

    List<Optional<WriteResult>> answers = writeTwo();

    assertThat(answers.getFirst()).isEmpty();
    assertThat(answers.getLast()).get().isInstanceOf(Written.class);
    assertThat(store.groups().isPresent()).isEqualTo(groupsGoOn);
  }

  @Test
  void copiesThatCanNotBeReadFirstAreClaimed() {
    store.claim(Records.claim("a", "payment-1"));
    write(claiming("payment-1"));
    proxy.answerNext(ATTEMPTS, 500, "InternalServerError", "oops");

    List<Optional<WriteResult>> answers = writeTwo();

    assertThat(answers.getFirst()).get().isInstanceOf(Refused.class);
    assertThat(answers.getLast()).get().isInstanceOf(Written.class);
  }

  /** After a group of copies: a new key, one in flight, one that is done, an expired one. */
  @Test
  void whatAGroupReadsFirstIsAnsweredAsIfItHadBeenClaimed() {
    store.claim(Records.claim("a", "payment-1"));
    IdempotencyRecord live = written(store.claim(Records.claim("a", "live")));
    IdempotencyRecord done =
        written(
            store.complete(
                written(store.claim(Records.claim("a", "done"))), RESULT, stampAt(LATER)));
    Instant past = NOW.minus(Duration.ofDays(100));
    store.claim(
        new Claim(
            Records.claim("a", "expired").id(),
            new AttemptId("a"),
            past.plusSeconds(30),
            stampAt(past)));
    write(claiming("payment-1"));

    List<Optional<WriteResult>> answers =
        write(claiming("new"), claiming("live"), claiming("done"), claiming("expired"));

    assertThat(answers)
        .containsExactly(
            Optional.of(new Written(IdempotencyRecord.claimed(Records.claim("b", "new")))),
            Optional.of(new Refused(Optional.of(live))),
            Optional.of(new Refused(Optional.of(done))),
            // It is claimed alone.
            Optional.empty());
  }

  @Test
  void anUnreadableRecordDoesNotHarmTheOthersOfItsGroup() {
    Map<String, AttributeValue> unreadable =
        Map.of(
            "id", AttributeValue.fromS(Records.claim("b", "payment-1").id().value()),
            "status", AttributeValue.fromS("BAKED"));
    table.client.putItem(put -> put.tableName(table.name).item(unreadable));

    List<Optional<WriteResult>> answers = writeTwo();

    assertThat(answers.getFirst()).isEmpty();
    assertThat(answers.getLast()).get().isInstanceOf(Written.class);
  }

  static Stream<Arguments> oddAnswers() {
    return Stream.of(
        Arguments.of(answers("{}", "{}", "{}"), true),
        Arguments.of(answers("{}", "{\"Error\": {\"Message\": \"oops\"}}"), false));
  }

  /** As no DynamoDB answers, but a proxy or an emulator might. */
  @ParameterizedTest
  @MethodSource("oddAnswers")
  void anAnswerTooManyOrAnErrorWithoutACodeDoesNotHarmTheOthers(String body, boolean isWritten) {
    proxy.answerNext(1, 200, body);

    List<Optional<WriteResult>> answers = writeTwo();

    assertThat(answers.getFirst()).get().isInstanceOf(Written.class);
    assertThat(answers.getLast().isPresent()).isEqualTo(isWritten);
  }

  @Test
  void aTableThatIsGivenByItsArnHasNoGroups() {
    String arn = "arn:aws:dynamodb:eu-central-1:123456789012:table/records";
    assertThat(new DynamoDbStore(table.client, arn).groups()).isEmpty();
  }

  private List<Optional<WriteResult>> writeTwo() {
    return write(claiming("payment-1"), claiming("payment-2"));
  }

  private List<Optional<WriteResult>> write(Write.Groupable... writes) {
    return write(store.groups().orElseThrow(), writes);
  }

  private static List<Optional<WriteResult>> write(GroupWriter groups, Write.Groupable... writes) {
    Map<Integer, Optional<WriteResult>> answers = new TreeMap<>();
    groups.write(List.of(writes), answers::put);
    return List.copyOf(answers.values());
  }

  private static Write.Groupable claiming(String key) {
    return new Write.Claim(Records.claim("b", key));
  }
}
