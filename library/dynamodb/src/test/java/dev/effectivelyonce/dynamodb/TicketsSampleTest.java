package dev.effectivelyonce.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse.BatchItemFailure;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.testkit.FaultyStore;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.sqs.SqsEvents;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

// Shown by docs/testing.md.

class TicketsSampleTest {
  record Ticket(String ticketId) {}

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final ManualClock clock = new ManualClock();
  private final Platform system = Platform.system();
  private final InMemoryStore records = new InMemoryStore();
  private final FaultyStore store = new FaultyStore(records);
  private final List<String> printed = new ArrayList<>();
  private boolean isPrinterFree = true;

  private final SqsConsumer<Ticket> consumer =
      SqsConsumer.of(MessageIdentity.of("tickets", Ticket.class, MessageKey.of(Ticket::ticketId)))
          .store(store)
          .retention(Duration.ofDays(19))
          .onAbandonedClaim(AbandonedClaimPolicy.HOLD)
          .visibility((changes, deadline) -> {})
          .platform(new Platform(clock, system.owners(), system.random(), clock::advance))
          .handler((ticket, delivery) -> print(ticket))
          .build();

  private HandlerResult print(Ticket ticket) {
    if (ticket.ticketId().equals("T-1") && !isPrinterFree) {
      return HandlerResult.retryAfter(Duration.ofSeconds(10), "the printer is in use");
    }
    printed.add(ticket.ticketId());
    return HandlerResult.completed();
  }

  private static SqsRecord ticket(String messageId, String ticketId, String flight) {
    return SqsRecord.of("tickets.fifo", messageId)
        .group(flight)
        .body("{\"ticketId\":\"" + ticketId + "\"}");
  }

  /** Returns the ids of the messages that come back. */
  private List<String> deliver(SqsRecord... messages) {
    return consumer
        .handle(SqsEvents.of(messages), new TestContext(clock, TIMEOUT))
        .getBatchItemFailures()
        .stream()
        .map(BatchItemFailure::getItemIdentifier)
        .toList();
  }

  /** Nobody knows whether the ticket was printed, so the event waits for your decision. */
  @Test
  void aTicketWhoseAttemptDiedIsHeldAndNotPrintedAgain() {
    store.goDownAtNext(Verb.COMPLETE);
    deliver(ticket("m-1", "T-1", "F-1"));
    store.heal();
    clock.advance(TIMEOUT.plusMinutes(1));

    assertThat(deliver(ticket("m-1", "T-1", "F-1"))).containsExactly("m-1");

    assertThat(printed).containsExactly("T-1");
    assertThat(records.records().values())
        .extracting(IdempotencyRecord::status)
        .containsExactly(Status.UNKNOWN);
  }

  @Test
  void aTicketThatHasToWaitHoldsUpItsOwnFlightAlone() {
    isPrinterFree = false;

    List<String> back =
        deliver(
            ticket("m-1", "T-1", "F-1"), ticket("m-2", "T-2", "F-1"), ticket("m-3", "T-3", "F-2"));

    assertThat(back).containsExactly("m-1", "m-2");
    assertThat(printed).containsExactly("T-3");
  }
}
