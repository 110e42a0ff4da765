package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.Bench.Run;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class InspectTest extends CommandTest {
  @Test
  void aFailedRecordIsShownWithWhatToDoNext() {
    bench.failed("O-1");

    Run run = bench.run("inspect --consumer=orders --key=O-1");

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    Golden.check("inspect-failed.txt", bench.stable(run.out()));
  }

  @Test
  void theSameAsJson() {
    bench.failed("O-1");

    Run run = bench.run("inspect --consumer=orders --key=O-1 --output=json");

    Golden.check("inspect-failed.json", bench.stable(run.out()));
  }

  @Test
  void anAbsentRecordIsNoError() {
    Run run = bench.run("inspect --consumer=orders --key=O-1 --output=json");

    assertThat(run.exitCode()).isZero();
    Golden.check("inspect-absent.json", bench.stable(run.out()));
  }

  @Test
  void aSagaThatWentBackIsNotToBeReplayed() {
    bench.undone("O-1");

    Run run = bench.run("inspect --consumer=orders --key=O-1");

    assertThat(run.out())
        .contains("never goes forward again", "a new event with a key of its own")
        .doesNotContain("effectively-once replay");
  }

  @Test
  void whatIsHalfDoneIsListedWithoutBeingAskedFor() {
    bench.failed("O-1");
    bench.halfDone("O-2", Bench.NOW);
    bench.claimed("O-3");

    Run run = bench.run("inspect --consumer=orders --list=open");

    assertThat(run.out())
        .contains(Bench.id("O-2").value(), "1 open")
        .doesNotContain(Bench.id("O-1").value());
    assertThat(bench.run("inspect --consumer=orders --key=O-2").out())
        .contains("Kept until    it ends or is settled");
  }

  @Test
  void eachStateIsTold() {
    bench.held("O-1");
    bench.completed("O-2");
    bench.claimed("O-3");
    bench.claimed("O-4", Bench.LATER, Optional.empty());
    bench.claimed("O-5", Bench.NOW.minus(Bench.RETENTION), Optional.empty());

    assertThat(state("O-1")).isEqualTo("HELD");
    assertThat(state("O-2")).isEqualTo("COMPLETED");
    assertThat(state("O-3")).isEqualTo("STALE");
    assertThat(state("O-4")).isEqualTo("IN_FLIGHT");
    assertThat(state("O-5")).isEqualTo("EXPIRED");
  }

  @Test
  void aRequestOfAnApiIsFoundByItsKeyCallerAndRoute() {
    bench.isApi();
    String caller = "iam arn:aws:iam::123456789012:user/anna";
    RecordId id =
        RecordId.of(
            new ConsumerName("orders"),
            BusinessKey.of("k-1").inScope(caller).inScope("POST /payments"));

    Run run =
        bench.run(
            "inspect --consumer=orders --key=k-1",
            "--scope=" + caller,
            "--scope=POST /payments",
            "--output=json");

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains(id.value());
  }

  @Test
  void aRequestWithoutCallerAndRouteIsNotLookedFor() {
    bench.isApi();

    Run run = bench.run("inspect --consumer=orders --key=k-1", "--scope=POST /payments");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("a caller and a route, and 1 scope is given").hasLineCount(2);
  }

  @Test
  void anApiHasNoDeadLettersToReplay() {
    bench.isApi();
    bench.failed("failed");
    bench.held("held");

    for (String key : List.of("failed", "held", "absent")) {
      Run run = bench.run("inspect", "--record-id=" + Bench.id(key).value());

      assertThat(run.out()).contains("caller").doesNotContain("replay", "dead letter");
    }
    assertThat(bench.run("inspect --consumer=orders --list=all").out())
        .doesNotContain("replay", "dead letter", "dead-letter");
  }

  @Test
  void aKeptResultIsNeverShown() {
    bench.completed("O-1");

    Run text = bench.run("inspect --consumer=orders --key=O-1");
    Run json = bench.run("inspect --consumer=orders --key=O-1 --output=json");

    assertThat(text.out()).contains("Result        kept").doesNotContain("secret");
    assertThat(json.out()).contains("\"result\" : \"kept\"").doesNotContain("secret");
  }

  @Test
  void theKeyIsShownWhereTheUserOrTheRecordHasItAlone() {
    bench.failed("O-secret");
    String byId = "--record-id=" + Bench.id("O-secret").value();

    assertThat(bench.run("inspect", byId).out()).doesNotContain("O-secret");
    assertThat(bench.run("inspect --consumer=orders --key=O-secret").out())
        .contains("Key           O-secret");

    bench.claimed("O-clear", Bench.NOW, Optional.of("O-clear"));
    assertThat(bench.run("inspect", "--record-id=" + Bench.id("O-clear").value()).out())
        .contains("Key           O-clear");
  }

  @Test
  void aKeyOfSeveralPartsAndAScopeAreNamedByTheirOptions() {
    bench.write(
        "effectively-once.json",
        """
        {"consumers":[{"name":"orders","queue":"q","table":"%s","key":["/tenant","/orderId"]}]}
        """
            .formatted(bench.table));
    BusinessKey key = BusinessKey.of("T-1", "O-1").inScope("eu");
    RecordId id = RecordId.of(new ConsumerName("orders"), key);

    Run run = bench.run("inspect --consumer=orders --key=T-1 --key=O-1 --scope=eu");

    assertThat(run.out()).contains(id.value());
    Run partial = bench.run("inspect --consumer=orders --key=T-1");
    assertThat(partial.exitCode()).isEqualTo(2);
    assertThat(partial.err()).contains("The key of orders has 2 parts, 1 is given").hasLineCount(2);
  }

  @Test
  void aMessageAsTheAwsCommandPrintsItNamesItsRecord() {
    bench.failed("O-1");
    bench.write(
        "message.json",
        """
        {"Messages":[{"MessageId":"m-1","ReceiptHandle":"r","Body":"{\\"orderId\\":\\"O-1\\",\
        \\"customerId\\":\\"C-1\\",\\"totalCents\\":1250}"}]}
        """);

    Run run = bench.run("inspect --consumer=orders --message=message.json");

    assertThat(run.out()).contains("State         FAILED").doesNotContain("ANOTHER");
  }

  @Test
  void aBodyWithAnotherPayloadUnderTheSameKeyIsToldAsSuchWithWhatBecomesOfIt() {
    bench.completed("O-1");
    bench.write("body.json", "{\"orderId\":\"O-1\",\"customerId\":\"C-2\",\"totalCents\":1250}\n");

    Run run = bench.run("inspect --consumer=orders --body=body.json");

    assertThat(run.out())
        .contains("Payload       ANOTHER")
        .contains("Next          This message contradicts the record: it stays in the dead-letter")
        .contains("See docs/operations.md, Key reused.")
        .doesNotContain("Further messages");
    Run json = bench.run("inspect --consumer=orders --body=body.json --output=json");
    assertThat(json.out())
        .contains("\"otherPayload\" : true", "This message contradicts the record")
        .doesNotContain("Further messages");
  }

  @Test
  void aMessageWithoutAKeyIsRefusedAndNotQuoted() {
    bench.write("body.json", "{\"customer\":\"O-secret\"}");

    Run run = bench.run("inspect --consumer=orders --body=body.json");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("/orderId").doesNotContain("O-secret");
  }

  private String state(String key) {
    Run run = bench.run("inspect --consumer=orders", "--key=" + key);
    return run.out()
        .lines()
        .filter(line -> line.startsWith("State"))
        .findFirst()
        .map(line -> line.substring("State".length()).strip())
        .orElse("none");
  }
}
