package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.Bench.Run;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Status;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A record is named by what is at hand: a key, what logs show of it, or a file with it. */
class KeysTest extends CommandTest {
  private static final RecordId ID = Bench.id("O-1");

  @ParameterizedTest
  @ValueSource(strings = {"--key=%s", "--key-hash=%s", "--key=orders#%s", "--record-id=orders#%s"})
  void aHashFromTheLogNamesTheRecordItself(String option) {
    bench.held("O-1");

    Run run =
        bench.run("inspect --consumer=orders", String.format(Locale.ROOT, option, ID.keyHash()));

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("State         HELD", ID.value());
  }

  @Test
  void aHashWithoutARecordIsSaidToBeReadAsOne() {
    Run run = bench.run("inspect --consumer=orders", "--key=" + ID.keyHash());

    assertThat(run.out())
        .contains("State         ABSENT", ID.value())
        .contains("The key was read as the hash of one. No record has it");
  }

  @Test
  void aKeyThatHasTheFormOfAHashIsAKeyWhereItsRecordExists() {
    bench.held(ID.keyHash());

    Run run = bench.run("inspect --consumer=orders", "--key=" + ID.keyHash());

    assertThat(run.out()).contains("State         HELD", Bench.id(ID.keyHash()).value());
  }

  @Test
  void aTextThatIsTheHashOfOneRecordAndTheKeyOfAnotherIsRefused() {
    bench.held("O-1");
    bench.held(ID.keyHash());

    Run run = bench.run("settle retry --consumer=orders", "--key=" + ID.keyHash(), "--yes");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains("names the record " + ID, "is the key of the record " + Bench.id(ID.keyHash()))
        .contains("Give --record-id");
    assertThat(bench.store().find(ID).orElseThrow().status()).isEqualTo(Status.UNKNOWN);
  }

  @Test
  void theIdOfAnotherConsumersRecordIsRefused() {
    Run run = bench.run("inspect --consumer=orders", "--key=payments#" + ID.keyHash());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("is none of consumer orders");
  }

  @Test
  void whatIsNoHashIsRefusedAsOne() {
    Run run = bench.run("inspect --consumer=orders --key-hash=O-1");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("\"O-1\" is not the hash of a key");
  }

  @Test
  void aRequestOfAnApiIsNamedByItsHashWithoutItsScopes() {
    bench.isApi();
    bench.held("O-1");

    assertThat(bench.run("inspect --consumer=orders", "--key=" + ID.keyHash()).out())
        .contains("State         HELD");
  }

  @Test
  void aKeyComesFromAFileOrFromStandardInput() {
    bench.held("O-1");
    bench.write("key.txt", "O-1\n");

    assertThat(bench.run("inspect --consumer=orders --key-file=key.txt").out())
        .contains("State         HELD");
    assertThat(bench.runAnswering("O-1\n", "inspect --consumer=orders --key-file=-").out())
        .contains("State         HELD");
  }

  @Test
  void whatFollowsTheKeyOnStandardInputAnswersTheQuestion() {
    bench.held("O-1");
    String[] settle = {"settle", "retry", "--consumer=orders", "--key-file=-"};

    Run piped = bench.runAnswering("O-1\n", settle);
    assertThat(piped.exitCode()).isEqualTo(1);
    assertThat(piped.err()).contains("Not confirmed: nothing was changed");

    assertThat(bench.runAnswering("O-1\ny\n", settle).exitCode()).isZero();
  }

  @Test
  void aFileWithoutAKeyOrWithTooManyLinesIsRefused() {
    bench.write("none.txt", "");
    bench.write("two.txt", "O-1\nO-2\n");

    Run none = bench.run("inspect --consumer=orders --key-file=none.txt");
    Run two = bench.run("inspect --consumer=orders --key-file=two.txt");

    assertThat(none.err()).contains("There is no key in none.txt");
    assertThat(two.err()).contains("The key of orders has 1 part, 2 are given");
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(two.exitCode()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dead-letters --limit=0",
        "dead-letters --summary",
        "dead-letters export --to=saved.jsonl",
        "dead-letters discard --reason=T --dry-run",
        "replay --dry-run"
      })
  void lettersAreChosenByAKeyFromAFileOrFromStandardInput(String command) {
    bench.sendDead(Bench.body("O-1"));
    bench.sendDead(Bench.body("O-2"));
    bench.write("key.txt", "O-1\n");

    Run byKey = letters(command, "--key=O-1", "");
    Run byFile = letters(command, "--key-file=key.txt", "");
    Run byInput = letters(command, "--key-file=-", "O-1\n");

    assertThat(byFile.exitCode()).as(byFile.err()).isZero();
    assertThat(counts(byFile)).isEqualTo(counts(byKey)).isEqualTo(counts(byInput));
    assertThat(letters(command, "--key-file=absent.txt", "").exitCode()).isEqualTo(2);
  }

  private Run letters(String command, String key, String typed) {
    return bench.runAnswering(
        typed, (command + " --consumer=orders --quiet --output=json " + key).split(" "));
  }

  /** What was chosen, wherever the command says it. */
  private static String counts(Run run) {
    return run.out()
        .lines()
        .filter(line -> line.matches(".*\"(count|replayed|FILTERED|messageId)\" : .*"))
        .sorted()
        .toList()
        .toString();
  }

  @Test
  void whatFollowsTheKeyOfALetterAnswersTheQuestion() {
    bench.sendDead(Bench.body("O-1"));
    bench.sendDead(Bench.body("O-2"));

    // The clock stands still, so that a rate would wait for ever.
    Run run = bench.runAnswering("O-1\ny\n", "replay --consumer=orders --key-file=- --rate=0");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(bench.bodies(bench.url(bench.queue))).containsExactly(Bench.body("O-1"));
  }

  @Test
  void theKeyOfALetterHasALineForEachPart() {
    bench.keyOf("/orderId", "/customerId");
    bench.sendDead(Bench.body("O-1"));
    bench.sendDead(Bench.body("O-2"));
    bench.write("key.txt", "O-1\nC-1\n");
    bench.write("part.txt", "O-1\n");

    assertThat(letters("dead-letters", "--key-file=key.txt", "").out()).contains("\"count\" : 1");
    assertThat(letters("dead-letters", "--key-file=part.txt", "").err())
        .contains("The key of orders has 2 lines, 1 given");
  }

  @Test
  void aKeyThatBeginsWithAnAtSignIsAKeyAndNoFileOfArguments() {
    bench.held("@key.txt");
    bench.write("@key.txt", "--verbose");

    assertThat(bench.run("inspect --consumer=orders --key @key.txt").out())
        .contains("State         HELD");
  }
}
