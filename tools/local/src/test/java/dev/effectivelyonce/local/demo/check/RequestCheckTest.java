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

/** What callers were told beside the ledger: whatever does not fit is told. */
class RequestCheckTest {
  private final Outcome outcome = Outcome.good();
  private final AnswersOutcome answers = outcome.answers;
  private final PlannedRequest once = answers.request(Way.ONCE);

  private void assertFound(Breach breach, String subject, String label) {
    Report report = outcome.report();
    assertThat(report.violations())
        .as("%s of %s", breach, subject)
        .anyMatch(
            it ->
                it.breach() == breach
                    && it.section() == Section.REQUESTS
                    && it.subject().equals(subject));
    assertThat(ReportPrinter.print(report))
        .contains("VERDICT: NOT")
        .containsPattern(label + " +0 +1 +WRONG");
  }

  private void assertNotFound(Breach breach) {
    assertThat(outcome.report().violations()).noneMatch(it -> it.breach() == breach);
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"PLAIN", "SLOW", "CRASH_BEFORE", "CRASH_AFTER", "TIMEOUT", "ZOMBIE"})
  void aSecondBookingIsFoundWhateverDied(Kind kind) {
    PlannedRequest request = answers.request(kind);
    answers.book(request, Payload.OWN, "second");

    assertFound(Breach.DOUBLE_EFFECT, request.key(), "Paid twice");
    assertNotFound(Breach.UNBALANCED);
  }

  @Test
  void aSecondDebitWithoutARowIsFound() {
    AccountRow row = requireNonNull(outcome.accounts.get(once.accountId()));
    outcome.accounts.put(
        once.accountId(),
        new AccountRow(row.balanceCents() - once.amountCents(), row.paymentsApplied() + 1));

    assertFound(Breach.DOUBLE_EFFECT, once.accountId(), "Paid twice");
    assertFound(Breach.UNBALANCED, once.accountId(), "Accounts out of step");
  }

  @Test
  void aDebitOfARequestThatIsNotBookedIsFound() {
    AccountRow row = requireNonNull(outcome.accounts.get(once.accountId()));
    outcome.accounts.put(
        once.accountId(), new AccountRow(row.balanceCents() - 1, row.paymentsApplied()));

    assertFound(Breach.UNBALANCED, once.accountId(), "Accounts out of step");
    assertNotFound(Breach.DOUBLE_EFFECT);
  }

  @Test
  void anAnswerWithoutABookingIsFound() {
    outcome.ledger.remove(AnswersOutcome.row(once));

    assertFound(Breach.ANSWERED_UNPAID, once.key(), "Answered 2xx, not in the ledger");
    assertFound(Breach.MISSING_LEDGER_ROW, once.key(), "Completed, not in the ledger");
    assertNotFound(Breach.DOUBLE_EFFECT);
  }

  @Test
  void anAnswerThatTellsOfAnotherPaymentIsFound() {
    LedgerRow row = requireNonNull(outcome.ledger.remove(AnswersOutcome.row(once)));
    outcome.ledger.put(new LedgerKey(once.accountId(), "another"), row);

    assertFound(Breach.ANSWERED_UNPAID, once.key(), "Answered 2xx, not in the ledger");
  }

  @ParameterizedTest
  @EnumSource(
      value = Status.class,
      names = {"COMPLETED"},
      mode = EnumSource.Mode.EXCLUDE)
  void aBookingWithoutCompletionIsFound(Status status) {
    answers.record(once, status);

    assertFound(Breach.NOT_COMPLETED, once.key(), "In the ledger, not completed");
  }

  @Test
  void answersThatDifferAreFound() {
    PlannedRequest later = answers.request(Way.LATER);
    answers.reply(later, 201, Source.REPLAYED, AnswersOutcome.body(later) + " ");

    assertFound(Breach.DIFFERENT_ANSWERS, later.key(), "Answers of one key that differ");
  }

  @Test
  void answersOfAnotherStatusAreFound() {
    PlannedRequest later = answers.request(Way.LATER);
    answers.reply(later, 200, Source.REPLAYED, AnswersOutcome.body(later));

    assertFound(Breach.DIFFERENT_ANSWERS, later.key(), "Answers of one key that differ");
  }

  @Test
  void aSecondFirstAnswerIsFound() {
    PlannedRequest later = answers.request(Way.LATER);
    answers.reply(later, 201, Source.FIRST, AnswersOutcome.body(later));

    assertFound(Breach.ANSWERED_ANEW, later.key(), "Answered anew, not replayed");
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"OVER_BALANCE", "NO_ACCOUNT"})
  void aBookingOfWhatHadToBeRefusedIsFound(Kind kind) {
    PlannedRequest refused = answers.request(kind);
    answers.book(refused, Payload.OWN, "refused");

    assertThat(outcome.report().violations())
        .anyMatch(
            it -> it.breach() == Breach.UNEXPECTED_EFFECT && it.subject().equals(refused.key()));
  }

  @ParameterizedTest
  @EnumSource(
      value = Role.class,
      names = {"NOT_JSON", "WRONG_TYPE", "MISSING_KEY", "BLANK_KEY"})
  void aBookingOfSomethingMalformedIsFound(Role role) {
    PlannedRequest malformed = answers.request(role);
    answers.book(malformed, Payload.OWN, "malformed");

    assertFound(Breach.UNEXPECTED_EFFECT, malformed.key(), "Refused, and paid");
  }

  @Test
  void aBookingOfTheOtherPayloadOfAKeyIsFound() {
    PlannedRequest reused = answers.request(Way.REUSED);
    answers.book(reused, Payload.OTHER, "other");

    assertFound(Breach.UNEXPECTED_EFFECT, reused.key(), "Refused, and paid");
  }

  @Test
  void aBookingThatNobodyAskedForIsFound() {
    outcome.ledger.put(new LedgerKey(once.accountId(), "stranger"), new LedgerRow(1, 99));

    assertFound(Breach.UNEXPECTED_EFFECT, "stranger", "Refused, and paid");
  }

  @Test
  void aReuseThatIsNotRefusedIsFound() {
    PlannedRequest reused = answers.request(Way.REUSED);
    answers.replies.removeIf(
        it -> it.payload() == Payload.OTHER && it.request() == reused.number());
    answers.replies.add(
        new Reply(
            reused.number(), Payload.OTHER, 201, Source.REPLAYED, AnswersOutcome.body(reused)));

    assertFound(Breach.WRONG_ANSWER, reused.key(), "Refused or done by mistake");
  }

  @Test
  void aRefusalOfWhatCouldBeDoneIsFound() {
    answers.reply(once, 422, Source.FIRST, "");

    assertFound(Breach.WRONG_ANSWER, once.key(), "Refused or done by mistake");
  }

  @Test
  void aRefusalOfAnotherKindIsFound() {
    PlannedRequest malformed = answers.request(Role.MISSING_KEY);
    answers.forget(malformed);
    answers.reply(malformed, 422, Source.FIRST, "");

    assertFound(Breach.WRONG_ANSWER, malformed.key(), "Refused or done by mistake");
  }

  @Test
  void aRequestWithoutALastAnswerIsFound() {
    answers.forget(once);
    answers.reply(once, 503, Source.FIRST, "");

    assertThat(outcome.report().violations())
        .anyMatch(it -> it.breach() == Breach.UNANSWERED && it.subject().equals(once.key()));
  }

  @Test
  void aRepetitionWithoutALastAnswerIsFound() {
    PlannedRequest later = answers.request(Way.LATER);
    answers.replies.removeIf(
        it -> it.source() == Source.REPLAYED && it.request() == later.number());

    assertThat(outcome.report().violations())
        .anyMatch(it -> it.breach() == Breach.UNANSWERED && it.subject().equals(later.key()));
  }

  @Test
  void aHeldRequestIsFoundUnderRerun() {
    answers.reply(once, 409, Source.FIRST, AnswersOutcome.HELD);

    assertFound(Breach.WRONG_ANSWER, once.key(), "Refused or done by mistake");
  }
}
