package dev.effectivelyonce.local.demo.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.demo.check.Reply.Source;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.PlannedMessage.Role;
import dev.effectivelyonce.local.demo.plan.PlannedRequest.Way;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many callers were told what: a count that the plan does not imply is found. */
class RequestRowsTest {
  private final Outcome outcome = Outcome.good();
  private final AnswersOutcome answers = outcome.answers;

  @Test
  void aRequestWithoutALastAnswerIsCounted() {
    answers.forget(answers.request(Way.ONCE));

    outcome.assertMiscounted(Section.REQUESTS, "Requests");
  }

  @Test
  void aBookingThatIsMissingIsCounted() {
    outcome.ledger.remove(AnswersOutcome.row(answers.request(Way.ONCE)));

    outcome.assertMiscounted(Section.REQUESTS, "Paid once");
  }

  @Test
  void fewerReplaysThanRepetitionsAreCounted() {
    answers.replies.removeIf(it -> it.source() == Source.REPLAYED);

    outcome.assertMiscounted(Section.REQUESTS, "told so by a replay");
  }

  @Test
  void fewerFirstAnswersThanPaymentsAreCounted() {
    answers.replies.removeIf(it -> it.source() == Source.FIRST);

    outcome.assertMiscounted(Section.REQUESTS, "told so the first time");
  }

  @ParameterizedTest
  @ValueSource(ints = {502, 503})
  void callersThatWereToldToComeBackExplainThatFirstAnswersAreMissing(int status) {
    List<Reply> first = withoutFirstAnswers();
    outcome.assertMiscounted(Section.REQUESTS, "told so the first time");

    first.forEach(it -> answers.replies.add(with(it, status, Source.FIRST)));

    assertThat(outcome.report().violations()).isEmpty();
  }

  @Test
  void soDoCallersThatHeardNothing() {
    List<Reply> first = withoutFirstAnswers();

    first.forEach(it -> answers.unheard.add(it.request()));

    assertThat(outcome.report().violations()).isEmpty();
  }

  @Test
  void aRefusalThatIsMissingIsCounted() {
    answers.forget(answers.request(Kind.OVER_BALANCE));
    answers.forget(answers.request(Role.WRONG_TYPE));
    answers.forget(answers.request(Way.REUSED));

    outcome.assertMiscounted(Section.REQUESTS, "Refused for good");
    outcome.assertMiscounted(Section.REQUESTS, "Malformed, or without a key");
    outcome.assertMiscounted(Section.REQUESTS, "Key reused with another payload");
  }

  @Test
  void underHoldWhatDiedIsHeldAndNothingElse() {
    Outcome held = Outcome.goodUnderHold();
    assertThat(held.report().violations()).isEmpty();

    held.plan.requests().stream()
        .filter(it -> it.kind() == Kind.PLAIN)
        .forEach(it -> held.answers.reply(it, 409, Source.FIRST, AnswersOutcome.HELD));

    assertThat(held.report().violations())
        .anyMatch(it -> it.breach() == Breach.MISCOUNT && it.subject().equals("Held"));
  }

  /** Takes the first answers away, as if all had been lost; what they were. */
  private List<Reply> withoutFirstAnswers() {
    List<Reply> first =
        answers.replies.stream().filter(it -> it.isDone() && it.source() == Source.FIRST).toList();
    answers.replies.removeAll(first);
    first.forEach(it -> answers.replies.add(with(it, 201, Source.REPLAYED)));
    return first;
  }

  private static Reply with(Reply reply, int status, Source source) {
    return new Reply(reply.request(), reply.payload(), status, source, reply.body());
  }
}
