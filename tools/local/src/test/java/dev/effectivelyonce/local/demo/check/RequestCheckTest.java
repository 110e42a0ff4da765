package dev.effectivelyonce.local.demo.check;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.local.demo.check.Reply.Source;
import dev.effectivelyonce.local.demo.check.Tables.AccountRow;
import dev.effectivelyonce.local.demo.check.Tables.LedgerKey;
import dev.effectivelyonce.local.demo.check.Tables.LedgerRow;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.PlannedMessage.Role;
import dev.effectivelyonce.local.demo.plan.PlannedRequest;
import dev.effectivelyonce.local.demo.plan.PlannedRequest.Payload;
import dev.effectivelyonce.local.demo.plan.PlannedRequest.Way;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What callers were told beside the ledger: whatever does not fit is told. */
class RequestCheckTest {
  private final Outcome outcome = Outcome.good();
  private final AnswersOutcome answers = outcome.answers;
  private final PlannedRequest once = answers.request(Way.ONCE);

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"PLAIN", "SLOW", "CRASH_BEFORE", "CRASH_AFTER", "TIMEOUT", "ZOMBIE"})
  void aSecondBookingIsFoundWhateverDied(Kind kind) {
    PlannedRequest request = answers.request(kind);
    answers.book(request, Payload.OWN, "second");

    outcome.assertFound(request.key(), "double effect");
    outcome.assertNotFound("its ledger has");
  }

  @Test
  void aSecondDebitWithoutARowIsFound() {
    AccountRow row = requireNonNull(outcome.accounts.get(once.accountId()));
    outcome.accounts.put(
        once.accountId(),
        new AccountRow(row.balanceCents() - once.amountCents(), row.paymentsApplied() + 1));

    outcome.assertFound(once.accountId(), "double effect");
    outcome.assertFound(once.accountId(), "");
  }

  @Test
  void aDebitOfARequestThatIsNotBookedIsFound() {
    AccountRow row = requireNonNull(outcome.accounts.get(once.accountId()));
    outcome.accounts.put(
        once.accountId(), new AccountRow(row.balanceCents() - 1, row.paymentsApplied()));

    outcome.assertFound(once.accountId(), "");
    outcome.assertNotFound("double effect");
  }

  @Test
  void anAnswerWithoutABookingIsFound() {
    outcome.ledger.remove(AnswersOutcome.row(once));

    outcome.assertFound(once.key(), "answered as paid");
    outcome.assertFound(once.key(), "completed, but");
    outcome.assertNotFound("double effect");
  }

  @Test
  void anAnswerThatTellsOfAnotherPaymentIsFound() {
    LedgerRow row = requireNonNull(outcome.ledger.remove(AnswersOutcome.row(once)));
    outcome.ledger.put(new LedgerKey(once.accountId(), "another"), row);

    outcome.assertFound(once.key(), "answered as paid");
  }

  @ParameterizedTest
  @EnumSource(
      value = Status.class,
      names = {"COMPLETED"},
      mode = EnumSource.Mode.EXCLUDE)
  void aBookingWithoutCompletionIsFound(Status status) {
    answers.record(once, status);

    outcome.assertFound(once.key(), "but not completed");
  }

  @Test
  void answersThatDifferAreFound() {
    PlannedRequest later = answers.request(Way.LATER);
    answers.reply(later, 201, Source.REPLAYED, AnswersOutcome.body(later) + " ");

    outcome.assertFound(later.key(), "its answers differ");
  }

  @Test
  void answersOfAnotherStatusAreFound() {
    PlannedRequest later = answers.request(Way.LATER);
    answers.reply(later, 200, Source.REPLAYED, AnswersOutcome.body(later));

    outcome.assertFound(later.key(), "its answers differ");
  }

  @Test
  void aSecondFirstAnswerIsFound() {
    PlannedRequest later = answers.request(Way.LATER);
    answers.reply(later, 201, Source.FIRST, AnswersOutcome.body(later));

    outcome.assertFound(later.key(), "answered anew");
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"OVER_BALANCE", "NO_ACCOUNT"})
  void aBookingOfWhatHadToBeRefusedIsFound(Kind kind) {
    PlannedRequest refused = answers.request(kind);
    answers.book(refused, Payload.OWN, "refused");

    outcome.assertFound(refused.key(), "had to be refused");
  }

  @ParameterizedTest
  @EnumSource(
      value = Role.class,
      names = {"NOT_JSON", "WRONG_TYPE", "MISSING_KEY", "BLANK_KEY"})
  void aBookingOfSomethingMalformedIsFound(Role role) {
    PlannedRequest malformed = answers.request(role);
    answers.book(malformed, Payload.OWN, "malformed");

    outcome.assertFound(malformed.key(), "had to be refused");
  }

  @Test
  void aBookingOfTheOtherPayloadOfAKeyIsFound() {
    PlannedRequest reused = answers.request(Way.REUSED);
    answers.book(reused, Payload.OTHER, "other");

    outcome.assertFound(reused.key(), "the other payload");
  }

  @Test
  void aBookingThatNobodyAskedForIsFound() {
    outcome.ledger.put(new LedgerKey(once.accountId(), "stranger"), new LedgerRow(1, 99));

    outcome.assertFound("stranger", "effect");
  }

  @Test
  void aReuseThatIsNotRefusedIsFound() {
    PlannedRequest reused = answers.request(Way.REUSED);
    answers.replies.removeIf(
        it -> it.payload() == Payload.OTHER && it.request() == reused.number());
    answers.replies.add(
        new Reply(
            reused.number(), Payload.OTHER, 201, Source.REPLAYED, AnswersOutcome.body(reused)));

    outcome.assertFound(reused.key(), "wrong answer");
  }

  @Test
  void aRefusalOfWhatCouldBeDoneIsFound() {
    answers.reply(once, 422, Source.FIRST, "");

    outcome.assertFound(once.key(), "wrong answer");
  }

  @Test
  void aRefusalOfAnotherKindIsFound() {
    PlannedRequest malformed = answers.request(Role.MISSING_KEY);
    answers.forget(malformed);
    answers.reply(malformed, 422, Source.FIRST, "");

    outcome.assertFound(malformed.key(), "wrong answer");
  }

  @Test
  void aRequestWithoutALastAnswerIsFound() {
    answers.forget(once);
    answers.reply(once, 503, Source.FIRST, "");

    outcome.assertFound(once.key(), "no answer");
  }

  @Test
  void aRepetitionWithoutALastAnswerIsFound() {
    PlannedRequest later = answers.request(Way.LATER);
    answers.replies.removeIf(
        it -> it.source() == Source.REPLAYED && it.request() == later.number());

    outcome.assertFound(later.key(), "no answer");
  }

  @Test
  void aHeldRequestIsFoundUnderRerun() {
    answers.reply(once, 409, Source.FIRST, AnswersOutcome.HELD);

    outcome.assertFound(once.key(), "held without a cause");
  }

  @Test
  void aHeldRequestThatNothingHappenedToIsFoundUnderHold() {
    Outcome held = Outcome.goodUnderHold();
    PlannedRequest plain = held.answers.request(Way.ONCE);
    held.answers.reply(plain, 409, Source.FIRST, AnswersOutcome.HELD);

    held.assertFound(plain.key(), "held without a cause");
  }

  @Test
  void aPaymentThatIsMissingIsFound() {
    outcome.ledger.remove(AnswersOutcome.row(once));

    outcome.assertFound(once.key(), "lost");
  }

  @Test
  void aRepetitionThatIsNotAnsweredByAReplayIsFound() {
    PlannedRequest later = answers.request(Way.LATER);
    answers.replies.replaceAll(
        it ->
            it.request() == later.number() && it.source() == Source.REPLAYED
                ? new Reply(it.request(), it.payload(), it.status(), Source.FIRST, it.body())
                : it);

    outcome.assertFound(later.key(), "not told so by a replay");
  }

  @Test
  void aFirstAnswerThatNobodyGotIsFoundUnlessItsCallerHeardNothing() {
    answers.forget(once);
    answers.reply(once, 201, Source.REPLAYED, AnswersOutcome.body(once));
    outcome.assertFound(once.key(), "nobody was told");

    answers.unheard.add(once.number());

    assertThat(outcome.report().violations()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {502, 503})
  void orWasToldToComeBack(int status) {
    answers.forget(once);
    answers.reply(once, status, Source.FIRST, "");
    answers.reply(once, 201, Source.REPLAYED, AnswersOutcome.body(once));

    assertThat(outcome.report().violations()).isEmpty();
  }
}
