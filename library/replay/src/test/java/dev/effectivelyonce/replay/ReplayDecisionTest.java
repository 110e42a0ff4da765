package dev.effectivelyonce.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.replay.Candidate.Origin;
import dev.effectivelyonce.replay.ReplayDecision.Leave;
import dev.effectivelyonce.replay.ReplayDecision.Reopen;
import dev.effectivelyonce.replay.ReplayDecision.Send;
import dev.effectivelyonce.replay.ReplayDecision.Skip;
import dev.effectivelyonce.replay.ReplayDecision.Unreadable;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsMessage;
import dev.effectivelyonce.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row of the decision. */
class ReplayDecisionTest {
  private static final Instant NOW = ManualClock.START;
  private static final Duration RETENTION = Duration.ofDays(10);
  private static final Horizon HORIZON = new Horizon(RETENTION, Duration.ZERO);
  private static final ErrorSummary DECLINED = new ErrorSummary("Card declined at 17");
  private static final WriteTimestamp STAMP = WriteTimestamp.of(NOW, RETENTION);
  private static final IdempotencyRecord RUNNING = claimed(NOW.plusMillis(1));
  private static final IdempotencyRecord LAPSED = claimed(NOW);
  private static final IdempotencyRecord COMPLETED = RUNNING.completed(StoredResult.none(), STAMP);
  private static final IdempotencyRecord FAILED = RUNNING.failed(DECLINED, STAMP);
  private static final IdempotencyRecord RETRYABLE = RUNNING.released(DECLINED, STAMP);
  private static final IdempotencyRecord UNKNOWN = RUNNING.held(DECLINED, STAMP);
  private static final IdempotencyRecord GOES_BACK =
      RUNNING
          .noted(Step.unbegun("charge", 1, 1).done(StoredResult.none()), STAMP)
          .noted(Step.unbegun(Step.SAGA_FAILED, 2, 1).failed(DECLINED), STAMP);
  private static final IdempotencyRecord UNDONE = GOES_BACK.failed(DECLINED, STAMP);
  private static final IdempotencyRecord HALF_UNDONE = GOES_BACK.released(DECLINED, STAMP);
  private static final Candidate UNCOMPARED =
      read(
          body(100),
          NOW,
          MessageIdentity.of(
              "orders", ReplayBench.Order.class, MessageKey.of(ReplayBench.Order::id)));
  private static final Candidate TIMELESS = read(body(100), Optional.empty(), ReplayBench.ORDERS);
  private static final ReplayRequest ALL = ReplayRequest.everything();

  static Stream<Arguments> records() {
    return Stream.of(
        arguments(Optional.empty(), new Send()),
        arguments(Optional.of(COMPLETED), new Skip()),
        arguments(Optional.of(RETRYABLE), new Send()),
        arguments(Optional.of(LAPSED), new Send()),
        arguments(Optional.of(FAILED), new Reopen(FAILED)),
        arguments(Optional.of(UNDONE), left(LeaveReason.UNDONE)),
        arguments(Optional.of(HALF_UNDONE), new Send()),
        arguments(Optional.of(UNKNOWN), left(LeaveReason.HELD)),
        arguments(Optional.of(RUNNING), left(LeaveReason.IN_FLIGHT)));
  }

  @ParameterizedTest
  @MethodSource("records")
  void theRecordDecidesWhateverForce(Optional<IdempotencyRecord> found, ReplayDecision expected) {
    for (Force force : Force.values()) {
      assertThat(decide(order(100, NOW), found, ALL.withForce(force))).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @MethodSource("records")
  void aRecordOfAnotherPayloadIsNeverActedOn(
      Optional<IdempotencyRecord> found, ReplayDecision ignored) {
    for (Force force : Force.values()) {
      ReplayDecision decision = decide(order(101, NOW), found, ALL.withForce(force));
      assertThat(decision).isEqualTo(found.isEmpty() ? new Send() : left(LeaveReason.KEY_REUSED));
    }
  }

  @Test
  void whatIsDoneButNotComparedIsLeftUnlessForced() {

    assertThat(decide(UNCOMPARED, Optional.of(COMPLETED), ALL))
        .isEqualTo(left(LeaveReason.NOT_COMPARED));
    assertThat(decide(UNCOMPARED, Optional.of(COMPLETED), ALL.withForce(Force.ON)))
        .isEqualTo(new Skip());
    assertThat(decide(UNCOMPARED, Optional.of(FAILED), ALL)).isEqualTo(new Reopen(FAILED));
    assertThat(decide(UNCOMPARED, Optional.of(RETRYABLE), ALL)).isEqualTo(new Send());
  }

  @Test
  void aRecordWithoutFingerprintIsBelieved() {
    IdempotencyRecord plain =
        IdempotencyRecord.claimed(claim(NOW, Optional.empty()))
            .completed(StoredResult.none(), STAMP);

    assertThat(decide(order(100, NOW), Optional.of(plain), ALL)).isEqualTo(new Skip());
    assertThat(decide(UNCOMPARED, Optional.of(plain), ALL)).isEqualTo(new Skip());
  }

  @Test
  void aRecordBeyondItsRetentionCountsAsAbsent() {
    IdempotencyRecord expired =
        RUNNING.completed(
            StoredResult.none(), new WriteTimestamp(NOW.minus(RETENTION), NOW.minusSeconds(1)));

    assertThat(decide(order(100, NOW), Optional.of(expired), ALL)).isEqualTo(new Send());
  }

  @Test
  void withoutARecordAMessageOlderThanRecordsLiveIsLeftUnlessForced() {
    Candidate young = order(100, NOW.minus(RETENTION).plusMillis(1));
    Candidate old = order(100, NOW.minus(RETENTION));

    assertThat(decide(young, Optional.empty(), ALL)).isEqualTo(new Send());
    assertThat(decide(old, Optional.empty(), ALL)).isEqualTo(left(LeaveReason.BEYOND_HORIZON));
    assertThat(decide(old, Optional.empty(), ALL.withForce(Force.ON))).isEqualTo(new Send());
    assertThat(decide(old, Optional.of(FAILED), ALL)).isEqualTo(new Reopen(FAILED));
    assertThat(decide(old, Optional.of(COMPLETED), ALL)).isEqualTo(new Skip());
  }

  @Test
  void aFifoMessageMayHaveBeenSentTheSourcesRetentionBeforeItsMove() {
    Horizon fifo = new Horizon(RETENTION, Duration.ofDays(4));
    Instant known = NOW.minus(RETENTION).plus(Duration.ofDays(4)).plusMillis(1);

    assertThat(decide(order(100, known), ALL, fifo)).isEqualTo(new Send());
    assertThat(decide(order(100, known.minusMillis(1)), ALL, fifo))
        .isEqualTo(left(LeaveReason.BEYOND_HORIZON));
  }

  @Test
  void aMessageWithoutATimestampMayBeOfAnyAge() {

    assertThat(decide(TIMELESS, Optional.empty(), ALL)).isEqualTo(left(LeaveReason.BEYOND_HORIZON));
  }

  @Test
  void anUnreadableMessageIsNamedAndForceDoesNotSendIt() {
    Candidate garbled = read("{\"cents\":5", NOW, ReplayBench.ORDERS);
    Candidate keyless = read("{\"cents\":5}", NOW, ReplayBench.ORDERS);

    assertThat(decide(garbled, Optional.empty(), ALL.withForce(Force.ON)))
        .isInstanceOf(Unreadable.class);
    assertThat(decide(keyless, Optional.empty(), ALL)).isInstanceOf(Unreadable.class);
  }

  @ParameterizedTest
  @EnumSource(Force.class)
  void aMessageOfAnotherQueueIsLeftWhateverItIs(Force force) {
    Candidate other =
        of(ReplayBench.message("not json", Optional.of(NOW)), Origin.OTHER, ReplayBench.ORDERS);

    assertThat(decide(other, Optional.of(COMPLETED), ALL.withForce(force)))
        .isEqualTo(left(LeaveReason.OTHER_SOURCE));
    assertThat(other.lookup()).isEmpty();
  }

  static Stream<Arguments> filters() {
    ReplayFilter none = ReplayFilter.NONE;
    Candidate any = order(100, NOW);
    return Stream.of(
        arguments(none.withKeys(Set.of("O-1")), true),
        arguments(none.withKeys(Set.of(any.received().id().orElseThrow().keyHash())), true),
        arguments(none.withKeys(Set.of("O-2", "o-1")), false),
        arguments(none.withError("DECLINED"), true),
        arguments(none.withError("timeout"), false),
        arguments(none.withMinAge(Duration.ofHours(1)), true),
        arguments(none.withMinAge(Duration.ofHours(1).plusMillis(1)), false),
        arguments(none.withMaxAge(Duration.ofHours(1)), true),
        arguments(none.withMaxAge(Duration.ofHours(1).minusMillis(1)), false),
        arguments(none.withCause("card declined at #"), true),
        arguments(none.withCause("Card declined at 12"), true),
        arguments(none.withCause("No error"), false),
        arguments(none.withDecisions(Set.of("SEND", "REOPEN")), true),
        arguments(none.withDecisions(Set.of("SEND")), false),
        arguments(none.withGroups(Set.of("g-1", "g-2")), true),
        arguments(none.withGroups(Set.of("g-2")), false),
        arguments(none.withMessageIds(Set.of("m-1")), true),
        arguments(none.withMessageIds(Set.of("m-2")), false),
        arguments(none.withKeys(Set.of("O-1")).withError("timeout"), false));
  }

  @ParameterizedTest
  @MethodSource("filters")
  void onlyWhatTheRequestIsAboutIsTouched(ReplayFilter filter, boolean matches) {
    Candidate hourOld = order(100, NOW.minus(Duration.ofHours(1)));

    assertThat(decide(hourOld, Optional.of(FAILED), filter))
        .isEqualTo(matches ? new Reopen(FAILED) : left(LeaveReason.FILTERED));
  }

  @Test
  void anUnreadableMessageIsChosenByWhatIsKnownOfItAlone() {
    Candidate garbled = read("{\"cents\":5", NOW, ReplayBench.ORDERS);
    ReplayFilter none = ReplayFilter.NONE;

    for (ReplayFilter about :
        List.of(
            none.withDecisions(Set.of("UNREADABLE")),
            none.withCause("body"),
            none.withMessageIds(Set.of("m-1")))) {
      assertThat(decide(garbled, Optional.empty(), about)).isInstanceOf(Unreadable.class);
    }
    assertThat(decide(garbled, Optional.empty(), none.withKeys(Set.of("O-1"))))
        .isEqualTo(left(LeaveReason.FILTERED));
  }

  @Test
  void aMessageWithoutRecordOrTimestampMatchesNoFilterOfThem() {
    ReplayFilter none = ReplayFilter.NONE;

    assertThat(decide(order(100, NOW), Optional.empty(), none.withError("x")))
        .isEqualTo(left(LeaveReason.FILTERED));
    assertThat(decide(TIMELESS, Optional.of(FAILED), none.withMaxAge(Duration.ofDays(1))))
        .isEqualTo(left(LeaveReason.FILTERED));
  }

  private static ReplayDecision decide(
      Candidate candidate, Optional<IdempotencyRecord> found, ReplayRequest request) {
    return ReplayDecision.decide(candidate, found, request, HORIZON, NOW);
  }

  private static ReplayDecision decide(
      Candidate candidate, Optional<IdempotencyRecord> found, ReplayFilter filter) {
    return decide(candidate, found, ALL.withFilter(filter));
  }

  private static ReplayDecision decide(
      Candidate candidate, ReplayRequest request, Horizon horizon) {
    return ReplayDecision.decide(candidate, Optional.empty(), request, horizon, NOW);
  }

  private static Leave left(LeaveReason reason) {
    return new Leave(reason);
  }

  private static Candidate order(int cents, Instant sentAt) {
    return read(body(cents), sentAt, ReplayBench.ORDERS);
  }

  private static String body(int cents) {
    return "{\"id\":\"O-1\",\"cents\":" + cents + "}";
  }

  private static Candidate read(String body, Instant sentAt, MessageIdentity<?> identity) {
    return read(body, Optional.of(sentAt), identity);
  }

  private static Candidate read(
      String body, Optional<Instant> sentAt, MessageIdentity<?> identity) {
    return of(ReplayBench.message(body, sentAt), Origin.OURS, identity);
  }

  private static Candidate of(SqsMessage message, Origin origin, MessageIdentity<?> identity) {
    return Candidate.of(identity.read(message), origin, identity.consumer());
  }

  private static IdempotencyRecord claimed(Instant leaseUntil) {
    return IdempotencyRecord.claimed(claim(leaseUntil, Optional.of(Fingerprint.of(100))));
  }

  private static Claim claim(Instant leaseUntil, Optional<Fingerprint> fingerprint) {
    return new Claim(ReplayBench.id("O-1"), new AttemptId("owner"), leaseUntil, STAMP)
        .withFingerprint(fingerprint);
  }
}
