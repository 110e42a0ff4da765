package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.Bench.Run;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Records that wait for somebody or something are listed. */
class RecordListsTest extends CommandTest {
  @Test
  void heldAndFailedRecordsAreListed() {
    bench.held("O-1");
    bench.failed("O-2");
    bench.completed("O-3");

    assertThat(listed("held")).contains(Bench.id("O-1").value()).contains("1 held");
    assertThat(listed("failed")).contains(Bench.id("O-2").value()).contains("1 failed");
    assertThat(listed("all")).contains("2 listed");
    Golden.check(
        "list-failed.json",
        bench.stable(bench.run("inspect --consumer=orders --list=failed --output=json").out()));
  }

  @Test
  void theLimitIsKeptAndToldAsSuch() {
    bench.failed("O-1");
    bench.failed("O-2");

    Run run = bench.run("inspect --consumer=orders --list=failed --limit=1");

    assertThat(run.out()).contains("1 failed, and maybe more");
  }

  @Test
  void theListOfAllSaysWhatTheIndexDoesNotHave() {
    assertThat(listed("all")).contains("0 listed").contains("EFFECTIVELY_ONCE_LISTING=OPEN");
  }

  @Test
  void staleClaimsAreListedByTheIndexWhereTheConsumerListsOpenRecords() {
    bench.config(Listing.OPEN, "");
    DynamoDbStore open = new DynamoDbStore(bench.aws.dynamoDb(), bench.table, Listing.OPEN);
    open.claim(Bench.claim("O-1", Bench.NOW, Optional.empty()));
    open.claim(Bench.claim("O-2", Bench.LATER, Optional.empty()));

    assertThat(listed("stale"))
        .contains(Bench.id("O-1").value())
        .doesNotContain(Bench.id("O-2").value())
        .doesNotContain("Read the whole table");
  }

  @Test
  void staleClaimsAreFoundInTheTableWhereTheIndexDoesNotHaveThem() {
    bench.store().claim(Bench.claim("O-1", Bench.NOW, Optional.empty()));
    bench.store().claim(Bench.claim("O-2", Bench.LATER, Optional.empty()));
    bench.completed("O-3");

    assertThat(listed("stale"))
        .contains("STALE", Bench.id("O-1").value(), "1 stale")
        .contains("Read the whole table, 3 records for ")
        .doesNotContain(Bench.id("O-2").value(), Bench.id("O-3").value());
  }

  @Test
  void releasedRecordsAreWhatTheirMessageGroupsWaitFor() {
    IdempotencyRecord mine = bench.claimed("O-1");
    bench.store().release(mine, Bench.WHY, mine.stamp());

    assertThat(listed("waiting"))
        .contains("RETRYABLE", Bench.id("O-1").value(), Bench.WHY.text(), "1 waiting");
  }

  private String listed(String what) {
    Run run = bench.run("inspect --consumer=orders", "--list=" + what);
    assertThat(run.exitCode()).isZero();
    return run.out();
  }
}
