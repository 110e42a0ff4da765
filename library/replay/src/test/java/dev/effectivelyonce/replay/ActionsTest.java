package dev.effectivelyonce.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.replay.LetterAction.Next;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/** A pass over dead letters that does something else than a replay. */
class ActionsTest {
  private static final ReplayRequest ALL = ReplayRequest.everything();

  private final ReplayBench bench = new ReplayBench();
  private final List<HeldLetter> seen = new CopyOnWriteArrayList<>();

  @Test
  void eachLetterComesWithItsRecordWhichIsReadOnce() {
    bench.letters("o", 120);
    bench.record("o7", Status.FAILED);

    ReplayReport report = pass(ALL, letter -> Next.KEEP);

    assertThat(bench.store.calls(Verb.FIND)).isEqualTo(120);
    assertThat(seen).hasSize(120);
    assertThat(seen)
        .filteredOn(it -> it.record().isPresent())
        .singleElement()
        .matches(it -> it.cause().equals("Gateway said FAILED") && it.problem().isEmpty())
        .matches(it -> !it.toString().contains("cents"));
    assertThat(report.end()).isEqualTo(RunEnd.EMPTY);
    assertThat(bench.queues.visible()).hasSize(120);
  }

  @Test
  void aFilterOfTheMessageAloneAsksForNoRecord() {
    bench.letters("o", 30);

    pass(ALL.withFilter(ReplayFilter.NONE.withMessageIds(Set.of("m-o3"))), letter -> Next.KEEP);

    assertThat(bench.store.calls(Verb.FIND)).isEqualTo(1);
    assertThat(seen).singleElement().matches(it -> it.message().messageId().equals("m-o3"));
  }

  @Test
  void whatTheActionDeletesIsDeletedWhateverItsRecordSays() {
    bench.letter("held");
    bench.record("held", Status.UNKNOWN);
    bench.letter("new");
    bench.queues.add("garbled", "not json");

    ReplayReport report = pass(ALL, letter -> Next.DELETE);

    assertThat(bench.queues.deadLetters()).isEmpty();
    assertThat(bench.queues.sent()).isEmpty();
    assertThat(report.counts().decisions()).containsOnlyKeys("HELD", "SEND", "UNREADABLE");
  }

  @Test
  void theLimitCountsWhatTheFilterChooses() {
    bench.letters("held", 30, Status.UNKNOWN);

    ReplayReport report = pass(ALL.withMaxMessages(12), letter -> Next.DELETE);

    assertThat(report.end()).isEqualTo(RunEnd.LIMIT);
    assertThat(bench.queues.deadLetters()).hasSize(18).isEqualTo(bench.queues.visible());
  }

  @Test
  void anEditedLetterIsJudgedAndSentAsItIsThenAndDeletedAsItWas() {
    bench.queues.add("m-1", "{\"cents\":100}");

    ReplayReport report = edited(ReplayBench.body("a"));

    assertThat(report.counts().decisions()).isEqualTo(Map.of("SEND", 1));
    assertThat(seen)
        .singleElement()
        .matches(it -> it.original().isEmpty() && it.id().isPresent())
        .matches(it -> it.message().body().equals("{\"cents\":100}"));
    assertThat(bench.queues.deadLetters()).isEmpty();
  }

  @Test
  void eachEditHasADeduplicationIdOfItsOwn() {
    DeadLetter letter = new DeadLetter(message("first"));
    String url = ReplayBench.FIFO.sourceUrl();

    List<String> ids =
        List.of(
            MessageCopy.to(url, letter).messageDeduplicationId(),
            MessageCopy.to(url, letter.edited(message("second"))).messageDeduplicationId(),
            MessageCopy.to(url, letter.edited(message("third"))).messageDeduplicationId());

    assertThat(ids).doesNotHaveDuplicates().allMatch(id -> id.startsWith("replay-m-1"));
    assertThat(MessageCopy.to(ReplayBench.STANDARD.sourceUrl(), letter).messageDeduplicationId())
        .isNull();
    assertThat(MessageCopy.to(url, letter.edited(message("third"))).messageDeduplicationId())
        .isEqualTo(ids.getLast())
        .matches("[A-Za-z0-9_-]{1,128}");
  }

  /** It waited for its turn, or another writer changed its record while it was reopened. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anActionIsAskedAgainIfTheDecisionOnALetterChanges(boolean isAccepted) {
    bench.letter("a");
    bench.letter("b");
    bench.record("b", Status.FAILED);
    bench.duringPause(() -> bench.completeAfterFailure("b"));
    bench.letter("c");
    bench.record("c", Status.FAILED);
    bench.store.beforeNext(Verb.SETTLE, () -> bench.completeAfterFailure("c"));
    List<String> asked = new CopyOnWriteArrayList<>();
    LetterAction action =
        new LetterAction() {
          @Override
          public Next next(HeldLetter letter) {
            return Next.SEND;
          }

          @Override
          public boolean accepts(HeldLetter latest) {
            asked.add(latest.message().messageId() + " " + latest.decision().label());
            return isAccepted;
          }
        };

    ReplayReport report =
        Replay.over(bench.queues, bench.store, ReplayBench.FIFO, bench.platform)
            .run(ALL.withRatePerSecond(1), action, ReplayListener.NONE);

    assertThat(asked).contains("m-b SKIP", "m-c SKIP");
    assertThat(report.counts().decisions())
        .isEqualTo(isAccepted ? Map.of("SEND", 1, "SKIP", 2) : Map.of("SEND", 1, "CONTESTED", 2));
    assertThat(bench.queues.deadLetters()).hasSize(isAccepted ? 0 : 2);
  }

  @Test
  void aLetterWhoseRecordCannotBeReadIsShownAsSuch() {
    bench.letter("a");
    bench.store.failNext(Verb.FIND, 1, StoreException.Kind.THROTTLED);

    ReplayReport report = pass(ALL, letter -> Next.KEEP);

    assertThat(report.end()).isEqualTo(RunEnd.FAULT);
    assertThat(report.problem()).isPresent();
    assertThat(seen).singleElement().matches(HeldLetter::isUnknown);
    assertThat(bench.queues.visible()).hasSize(1);
  }

  @Test
  void anActionThatThrowsEndsTheRunWhichGivesBackWhatItHolds() {
    bench.letters("o", 25);

    assertThatThrownBy(
            () ->
                pass(
                    ALL,
                    letter -> {
                      throw new IllegalStateException("The disk is full");
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("The disk is full");
    assertThat(bench.queues.visible()).hasSize(25);
  }

  @Test
  void lettersOfAnotherQueueAreMarked() {
    bench.queues.add(
        "theirs",
        ReplayBench.body("theirs"),
        Map.of(
            MessageSystemAttributeName.DEAD_LETTER_QUEUE_SOURCE_ARN,
            FakeQueues.SOURCE_ARN + "-of-others"));

    ReplayReport report = pass(ALL, letter -> Next.KEEP);

    assertThat(report.counts().decisions()).isEqualTo(Map.of("OTHER_SOURCE", 1));
    assertThat(seen).singleElement().matches(it -> !it.isOurs() && it.id().isEmpty());
  }

  private ReplayReport edited(String body) {
    LetterAction action =
        new LetterAction() {
          @Override
          public Next next(HeldLetter letter) {
            seen.add(letter);
            return Next.SEND;
          }

          @Override
          public Message edited(Message letter) {
            return letter.toBuilder().body(body).build();
          }
        };
    return Replay.over(bench.queues, bench.store, ReplayBench.STANDARD, bench.platform)
        .run(ALL, action, ReplayListener.NONE);
  }

  private ReplayReport pass(ReplayRequest request, LetterAction action) {
    return Replay.over(bench.queues, bench.store, ReplayBench.STANDARD, bench.platform)
        .run(
            request,
            letter -> {
              seen.add(letter);
              return action.next(letter);
            },
            ReplayListener.NONE);
  }

  private static Message message(String body) {
    return Message.builder().messageId("m-1").receiptHandle("r-m-1").body(body).build();
  }
}
