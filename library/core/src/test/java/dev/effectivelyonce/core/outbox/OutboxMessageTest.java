package dev.effectivelyonce.core.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.LiveClaim;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.TraceParent;
import dev.effectivelyonce.core.steps.Steps;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutboxMessageTest {
  private static final ConsumerName ORDERS = new ConsumerName("orders");
  private static final BusinessKey KEY = BusinessKey.of("O-1");
  private static final RecordId ID = RecordId.of(ORDERS, KEY);
  private static final TraceParent SPAN =
      new TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
  private static final OutgoingMessage PLAIN = OutgoingMessage.to("fulfilment", "name", "{}");

  @Test
  void aMessageNamesTheSpanOfItsAttempt() {
    assertThat(sent(Optional.of(SPAN), PLAIN))
        .isEqualTo(PLAIN.attribute("traceparent", SPAN.value()));
    assertThat(sent(Optional.of(SPAN), PLAIN).sender()).contains(SPAN);
  }

  @Test
  void withoutATraceAMessageStaysAsItIs() {
    assertThat(sent(Optional.empty(), PLAIN)).isEqualTo(PLAIN);
  }

  @Test
  void aMessageKeepsTheSpanThatItsHandlerGaveIt() {
    OutgoingMessage own = PLAIN.attribute("traceparent", SPAN.value().replace("00f0", "11f1"));

    assertThat(sent(Optional.of(SPAN), own)).isEqualTo(own);
  }

  @Test
  void aTraceTakesNoRoomThatTheMessageNeeds() {
    OutgoingMessage full = PLAIN;
    for (int i = 0; i < OutboxLimits.MAX_ATTRIBUTES; i++) {
      full = full.attribute("a" + i, "x");
    }
    OutgoingMessage large = OutgoingMessage.to("audit", "name", "x".repeat(256 * 1024 - 100));

    assertThat(sent(Optional.of(SPAN), full)).isEqualTo(full);
    assertThat(sent(Optional.of(SPAN), large)).isEqualTo(large);
  }

  private static OutgoingMessage sent(Optional<TraceParent> trace, OutgoingMessage outgoing) {
    Attempt attempt =
        new Attempt(
            ORDERS,
            KEY,
            ID,
            new AttemptId("a"),
            1,
            Instant.EPOCH,
            Steps.unrecorded(ID),
            LiveClaim.always(),
            Optional.empty(),
            trace);
    return OutboxMessage.of(attempt, outgoing, Instant.EPOCH).outgoing();
  }
}
