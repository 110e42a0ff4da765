package dev.effectivelyonce.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.key.ConsumerName;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WholeBatchTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final Instant LATER = NOW.plusSeconds(60);
  private static final Disposition DONE = new Disposition.Acknowledge();
  private static final Disposition POISON = Disposition.deadLetter("never");
  private static final Disposition WAITS = Disposition.waiting(Duration.ofSeconds(1));

  private final List<String> parked = new ArrayList<>();

  @Test
  void whatFailedForGoodIsParkedInItsOrderWhereAllElseIsDone() {
    ending((message, deadline) -> parked.add(message.body()))
        .end(batch(POISON, DONE, POISON), LATER);

    assertThat(parked).containsExactly("0", "2");
  }

  @Test
  void nothingIsParkedWhileSomethingComesBack() {
    assertThatThrownBy(
            () ->
                ending((message, deadline) -> parked.add(message.body()))
                    .end(batch(POISON, WAITS, DONE), LATER))
        .isInstanceOfSatisfying(
            UnfinishedBatchException.class,
            it -> {
              assertThat(it.unfinished()).isEqualTo(1);
              assertThat(it.all()).isEqualTo(3);
            })
        .hasMessageContaining("1 of the batch's 3 messages may run again");
    assertThat(parked).isEmpty();
  }

  @Test
  void oneThatCanNotBeParkedKeepsNoOtherFromIt() {
    Parking first =
        (message, deadline) -> {
          if (message.body().equals("0")) {
            throw new IllegalStateException("away");
          }
          parked.add(message.body());
        };

    assertThatThrownBy(() -> ending(first).end(batch(POISON, POISON), LATER))
        .hasMessageContaining(
            "1 of the batch's 2 messages failed for good and could not be parked");
    assertThat(parked).containsExactly("1");
  }

  @Test
  void whereNoTimeIsLeftNothingIsParkedAndAllComesBack() {
    assertThatThrownBy(
            () -> ending((message, deadline) -> parked.add(message.body())).end(batch(POISON), NOW))
        .isInstanceOf(UnfinishedBatchException.class);
    assertThat(parked).isEmpty();
  }

  @Test
  void aMessageThatIsTwiceInABatchIsParkedOnce() {
    HandledMessage<TestRecord> twice = new HandledMessage<>(TestRecord.at(1), POISON);

    ending((message, deadline) -> parked.add(message.body())).end(List.of(twice, twice), LATER);

    assertThat(parked).containsExactly("1");
  }

  @Test
  void anEmptyBatchIsDone() {
    ending((message, deadline) -> parked.add(message.body())).end(List.of(), LATER);

    assertThat(parked).isEmpty();
  }

  private static List<HandledMessage<TestRecord>> batch(Disposition... dispositions) {
    List<HandledMessage<TestRecord>> batch = new ArrayList<>();
    for (Disposition disposition : dispositions) {
      batch.add(new HandledMessage<>(TestRecord.at(batch.size()), disposition));
    }
    return batch;
  }

  private static WholeBatch<TestRecord> ending(Parking parking) {
    return new WholeBatch<>(
        parking,
        (letter, why) ->
            new ParkedMessage(
                new Origin("broker", "queue", "", Optional.empty()),
                new ConsumerName("letters"),
                letter.messageId().orElseThrow(),
                why),
        Clock.fixed(NOW, ZoneOffset.UTC));
  }
}
