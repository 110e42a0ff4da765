package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.Bench.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** A dead letter is sent again, as it is or corrected. */
class ResendTest extends LiveCommandTest {
  @Test
  void aCorrectedLetterIsShownAndSent() throws IOException {
    String id = bench.sendDead("{\"customerId\":\"C-1\",\"totalCents\":1250}");
    bench.write("corrected.json", Bench.body("O-1") + "\n");
    String[] words = {"dead-letters", "resend", id, "--consumer=orders", "--body=corrected.json"};

    Run run = bench.runAnswering("y\n", words);

    assertThat(run.err()).contains("Body          corrected, 54 characters", "Send it, and delete");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("resent                                   1");
    assertThat(bench.bodies(bench.url(bench.queue))).containsExactly(Bench.body("O-1"));
    assertThat(bench.bodies(bench.deadLetters())).isEmpty();
    assertThat(Files.readAllLines(bench.directory().resolve("dead-letters-of-orders.jsonl")))
        .hasSize(1);
  }

  @Test
  void aLetterIsSentWithoutTheAttributeThatIsLeftOut() {
    MessageAttributeValue value =
        MessageAttributeValue.builder().dataType("String").stringValue("x").build();
    String id =
        bench
            .aws
            .sqs()
            .sendMessage(
                request ->
                    request
                        .queueUrl(bench.deadLetters())
                        .messageBody(Bench.body("O-1"))
                        .messageAttributes(Map.of("simulate", value, "tenant", value)))
            .messageId();

    Run run =
        bench.run(
            "dead-letters resend",
            id,
            "--consumer=orders",
            "--without-attribute=simulate",
            "--yes");

    assertThat(run.err()).contains("Left out      simulate", "Body          as it is");
    assertThat(
            bench
                .aws
                .sqs()
                .receiveMessage(
                    request ->
                        request.queueUrl(bench.url(bench.queue)).messageAttributeNames("All"))
                .messages())
        .singleElement()
        .matches(it -> it.messageAttributes().keySet().equals(Set.of("tenant")));
  }

  @Test
  void aLetterWhoseEventWasDoneWhileTheUserReadIsNotSentAndThatIsSaid() {
    String id = bench.sendDead(Bench.body("O-1"));

    Run run =
        bench.runDoing(
            () -> bench.completed("O-1"), "dead-letters resend", id, "--consumer=orders");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("Nothing was sent. The event is done", "Use `discard`");
    assertThat(run.out()).isEmpty();
    assertThat(bench.bodies(bench.url(bench.queue))).isEmpty();
    assertThat(bench.bodies(bench.deadLetters())).hasSize(1);
  }

  @Test
  void aLetterThatVanishedWhileTheUserReadIsNotSentAndThatIsSaid() {
    String id = bench.sendDead(Bench.body("O-1"));

    Run run =
        bench.runDoing(
            () -> bench.aws.sqs().purgeQueue(request -> request.queueUrl(bench.deadLetters())),
            "dead-letters resend",
            id,
            "--consumer=orders");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains(
            "Nothing was sent: %s-dead no longer shows the dead letter".formatted(bench.queue))
        .contains("Somebody resent, replayed or discarded it meanwhile");
    assertThat(run.out()).isEmpty();
  }
}
