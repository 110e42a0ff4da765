package dev.effectivelyonce.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.batch.Disposition;
import dev.effectivelyonce.batch.Disposition.Acknowledge;
import dev.effectivelyonce.batch.Disposition.DeadLetter;
import dev.effectivelyonce.batch.Disposition.Fail;
import dev.effectivelyonce.batch.Disposition.Rest;
import dev.effectivelyonce.batch.HandledMessage;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of a message by what became of its events. */
class WholeMessagesTest {
  private static final Disposition DONE = new Acknowledge();
  private static final Disposition DEAD = new DeadLetter("Failed");
  private static final Disposition SOON = waits(Duration.ofSeconds(1));
  private static final Disposition LATER = waits(Duration.ofMinutes(1));

  /** Its claim was lost: another receive may hold the message, and this one must not touch it. */
  private static final Disposition LOST = new Fail(Optional.empty(), Rest.WAITS);

  static Stream<Arguments> pairs() {
    return Stream.of(
        Arguments.of(DONE, DONE, DONE),
        Arguments.of(DONE, DEAD, DEAD),
        Arguments.of(DONE, SOON, SOON),
        Arguments.of(DONE, LOST, LOST),
        Arguments.of(DEAD, DEAD, DEAD),
        Arguments.of(DEAD, SOON, SOON),
        Arguments.of(DEAD, LOST, LOST),
        Arguments.of(SOON, LATER, LATER),
        Arguments.of(SOON, LOST, LOST));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void whatWaitsLongestDecidesAndWhatMustNotBeTouchedIsNot(
      Disposition one, Disposition other, Disposition both) {
    assertThat(together(one, other)).containsExactly(both);
    assertThat(together(other, one)).containsExactly(both);
    assertThat(together(DONE, one, DONE, other)).containsExactly(both);
  }

  @Test
  void twoReceivesOfOneMessageAreTwo() {
    SqsMessage again = TestMessages.message(record -> record.setReceiptHandle("receipt-2"));

    assertThat(
            WholeMessages.of(
                List.of(
                    new HandledMessage<>(TestMessages.withBody("{}"), DONE),
                    new HandledMessage<>(again, DEAD))))
        .extracting(HandledMessage::disposition)
        .containsExactly(DONE, DEAD);
  }

  private static List<Disposition> together(Disposition... events) {
    SqsMessage message = TestMessages.withBody("{}");
    return WholeMessages.of(
            Arrays.stream(events).map(it -> new HandledMessage<>(message, it)).toList())
        .stream()
        .map(HandledMessage::disposition)
        .toList();
  }

  private static Disposition waits(Duration after) {
    return new Fail(Optional.of(after), Rest.WAITS);
  }
}
