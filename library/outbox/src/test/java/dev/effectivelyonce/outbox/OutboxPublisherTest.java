package dev.effectivelyonce.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.core.outbox.OutgoingMessage;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.dynamodb.LocalDynamoDb;
import dev.effectivelyonce.dynamodb.outbox.Outbox;
import dev.effectivelyonce.dynamodb.outbox.OutboxItem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** Publisher and sweeper on DynamoDB Local and a FIFO queue of ElasticMQ. */
class OutboxPublisherTest {
  private static final List<String> IN_ORDER =
      IntStream.range(0, 23).mapToObj(i -> "m" + i).toList();

  private final String table = LocalDynamoDb.newOutbox();
  private final FifoQueue queue = FifoQueue.create();
  private final Rig rig = new Rig(table, queue);

  /** Commits a message, each a second after the one before. */
  private OutboxMessage commit(String body) {
    rig.clock.advance(Duration.ofSeconds(1));
    Attempt attempt =
        new Attempt(
            new ConsumerName("orders"),
            BusinessKey.of(body),
            new AttemptId("a"),
            1,
            rig.clock.instant());
    OutgoingMessage outgoing =
        OutgoingMessage.to(Rig.QUICK, "name", body).orderedBy("C-1").attribute("tenant", "blue");
    Put put =
        Put.builder()
            .applyMutation(new Outbox(table, rig.clock).message(attempt, outgoing))
            .build();
    LocalDynamoDb.client().putItem(it -> it.tableName(table).item(put.item()));
    return OutboxItem.message(put.item());
  }

  private List<Message> drain() {
    List<Message> all = new ArrayList<>();
    for (List<Message> some = queue.receive(); !some.isEmpty(); some = queue.receive()) {
      all.addAll(some);
    }
    return all;
  }

  private List<String> waiting() {
    return LocalDynamoDb.client()
        .scan(scan -> scan.tableName(table).consistentRead(true))
        .items()
        .stream()
        .map(item -> OutboxItem.message(item).outgoing().body())
        .toList();
  }

  @Test
  void messagesOfOneKeyGoInTheOrderOfTheStreamEachWithItsIdAndAreDeleted() {
    List<OutboxMessage> committed = IN_ORDER.stream().map(this::commit).toList();
    committed.forEach(rig::tell);

    rig.publish();

    List<Message> sent = drain();
    assertThat(sent).extracting(Message::body).isEqualTo(IN_ORDER);
    assertThat(sent.getFirst().messageAttributes())
        .isEqualTo(Map.of("outbox-id", text(committed.getFirst().id()), "tenant", text("blue")));
    assertThat(rig.isPublished()).isTrue();
    assertThat(waiting()).isEmpty();
  }

  @Test
  void whatTheStreamMissedIsSweptInTheOrderInWhichItWasMadeAndWhatItMayStillTellOfIsLeftToIt() {
    IN_ORDER.forEach(this::commit);
    rig.clock.advance(Rig.SWEPT_AFTER);
    commit("young");

    assertThat(rig.sweep()).contains("\"published\":23");

    assertThat(drain()).extracting(Message::body).isEqualTo(IN_ORDER);
    assertThat(waiting()).containsExactly("young");
  }

  private static MessageAttributeValue text(String value) {
    return MessageAttributeValue.builder().dataType("String").stringValue(value).build();
  }
}
