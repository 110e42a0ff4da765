package dev.effectivelyonce.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.testkit.ManualClock;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequest;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResponse;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResultEntry;

/** What a bus answers, and what it leaves out. */
class BusChannelTest {
  private static final class FirstAlone implements EventBridgeClient {
    @Override
    public PutEventsResponse putEvents(PutEventsRequest request) {
      PutEventsResultEntry taken = PutEventsResultEntry.builder().eventId("e").build();
      return PutEventsResponse.builder().entries(taken).build();
    }

    @Override
    public String serviceName() {
      return "events";
    }

    @Override
    public void close() {}
  }

  @Test
  void anEventThatTheAnswerDoesNotNameIsNotKnownToBeSent() {
    ManualClock clock = new ManualClock();
    List<OutboxMessage> two =
        List.of(Rig.message("bus", "a", "1", clock), Rig.message("bus", "b", "2", clock));

    List<SendResult> fates = new BusChannel(FirstAlone::new, new Destination.Bus("arn")).send(two);

    assertThat(fates).containsExactly(new SendResult.Sent(), new SendResult.Later("not answered"));
  }
}
