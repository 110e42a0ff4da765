package dev.effectivelyonce.local.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.fixture.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** What ElasticMQ does with message groups: the runner's order rests on it. */
@TestInstance(Lifecycle.PER_CLASS)
class FifoSemanticsTest {
  private Engines engines;
  private SqsClient sqs;
  private String queue;

  @BeforeAll
  void start() {
    engines = Engines.start("us-east-1");
    sqs = engines.sqs();
  }

  @AfterAll
  void stop() {
    engines.close();
  }

  @BeforeEach
  void createQueue(TestInfo test) {
    queue = queue(test.getTestMethod().orElseThrow().getName(), Map.of());
  }

  @Test
  void nothingOfAGroupIsReceivedWhileItsFirstMessageIsInFlight() {
    send("g", "1", "2", "3");
    send("h", "4");
    assertThat(bodies(receive(1))).hasSize(1).isSubsetOf("1", "4");
    assertThat(bodies(receive(1))).hasSize(1).isSubsetOf("1", "4");
    assertThat(receive(10)).isEmpty();
  }

  @Test
  void aDeletedMessageDoesNotFreeItsGroupWhileALaterOneIsInFlight() {
    send("g", "1", "2", "3");
    List<Message> first = receive(2);
    delete(first.get(0));
    assertThat(receive(10)).isEmpty();
    delete(first.get(1));
    assertThat(bodies(receive(10))).containsExactly("3");
  }

  @Test
  void aMessageMadeVisibleComesBackWithNothingFromBehindTheOneInFlight() {
    send("g", "1", "2", "3");
    List<Message> first = receive(2);
    makeVisible(first.get(0));
    assertThat(bodies(receive(10))).containsExactly("1");
  }

  @Test
  void aMessageMadeVisibleBehindOneInFlightWaits() {
    send("g", "1", "2", "3");
    List<Message> first = receive(2);
    makeVisible(first.get(1));
    assertThat(receive(10)).isEmpty();
    makeVisible(first.get(0));
    assertThat(bodies(receive(10))).containsExactly("1", "2", "3");
  }

  @Test
  void whatComesBackAfterItsVisibilityComesInOrder() {
    queue = queue("short", Map.of(QueueAttributeName.VISIBILITY_TIMEOUT, "1"));
    send("g", "1", "2", "3");
    assertThat(receive(2)).hasSize(2);
    List<Message> again = new ArrayList<>();
    Await.until("the group is visible again", () -> again.addAll(receive(10)));
    assertThat(bodies(again)).containsExactly("1", "2", "3");
  }

  @Test
  void theGroupGoesOnBehindAMessageThatIsDead() {
    String dead = queue("dead", Map.of());
    queue =
        queue(
            "source",
            Map.of(
                QueueAttributeName.REDRIVE_POLICY,
                "{\"deadLetterTargetArn\":\"arn:aws:sqs:us-east-1:000000000000:dead.fifo\",\"maxReceiveCount\":\"1\"}"));
    send("g", "1");
    makeVisible(receive(1).get(0));
    send("g", "2");
    assertThat(bodies(receive(10))).containsExactly("2");
    queue = dead;
    assertThat(bodies(receive(10))).containsExactly("1");
  }

  private String queue(String name, Map<QueueAttributeName, String> attributes) {
    var all = new java.util.HashMap<>(attributes);
    all.put(QueueAttributeName.FIFO_QUEUE, "true");
    return sqs.createQueue(it -> it.queueName(name + ".fifo").attributes(all)).queueUrl();
  }

  private void send(String group, String... bodies) {
    for (String body : bodies) {
      sqs.sendMessage(
          it ->
              it.queueUrl(queue)
                  .messageBody(body)
                  .messageGroupId(group)
                  .messageDeduplicationId(body));
    }
  }

  private List<Message> receive(int most) {
    return sqs.receiveMessage(it -> it.queueUrl(queue).maxNumberOfMessages(most)).messages();
  }

  private void delete(Message message) {
    sqs.deleteMessage(it -> it.queueUrl(queue).receiptHandle(message.receiptHandle()));
  }

  private void makeVisible(Message message) {
    sqs.changeMessageVisibility(
        it -> it.queueUrl(queue).receiptHandle(message.receiptHandle()).visibilityTimeout(0));
  }

  private static List<String> bodies(List<Message> messages) {
    return messages.stream().map(Message::body).toList();
  }
}
