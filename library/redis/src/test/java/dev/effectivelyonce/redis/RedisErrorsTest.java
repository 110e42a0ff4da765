package dev.effectivelyonce.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.store.StoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisErrorsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          LOADING Redis is loading the dataset in memory                                | UNREACHABLE
          MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'. | UNREACHABLE
          CLUSTERDOWN The cluster is down                                               | UNREACHABLE
          TRYAGAIN Multiple keys request during rehashing of slot                       | UNREACHABLE
          NOREPLICAS Not enough good replicas to write.                                 | UNREACHABLE
          MISCONF Redis is configured to save RDB snapshots, but it is unable to persist | UNREACHABLE
          READONLY You can't write against a read only replica.                         | UNREACHABLE
          ERR Error running script (call to f_1): @user_script:5: -READONLY You can't write | UNREACHABLE
          BUSY Redis is busy running a script.                                          | THROTTLED
          OOM command not allowed when used memory > 'maxmemory'.                       | THROTTLED
          ERR max number of clients reached                                             | THROTTLED
          NOAUTH Authentication required.                                               | DENIED
          WRONGPASS invalid username-password pair or user is disabled.                 | DENIED
          NOPERM this user has no permissions to run the 'evalsha' command              | DENIED
          ERR Error running script (call to f_1): The user executing the script can't run this command or subcommand | DENIED
          MOVED 3999 127.0.0.1:6381                                                     | MISCONFIGURED
          ASK 3999 127.0.0.1:6381                                                       | MISCONFIGURED
          CROSSSLOT Keys in request don't hash to the same slot                         | MISCONFIGURED
          ERR unknown command `EVALSHA`                                                 | MISCONFIGURED
          SOMETHING new                                                                 | MISCONFIGURED
          WRONGTYPE Operation against a key holding the wrong kind of value             | UNREADABLE
          """)
  void eachErrorOfTheServerHasItsKind(String text, StoreException.Kind kind) {
    StoreException fault = RedisErrors.answered(text);

    assertThat(fault.kind()).isEqualTo(kind);
    assertThat(fault.remedy()).isNotBlank();
  }

  @Test
  void theServersOwnTextStaysOutOfTheFaultForItMayQuoteData() {
    StoreException fault = RedisErrors.answered("ERR unknown command 'x', with args: anna@example");

    assertThat(fault.text()).contains("ERR").doesNotContain("anna");
  }

  @Test
  void noAnswerIsUnreachableAndNamesItsCause() {
    StoreException fault = RedisErrors.unanswered(new IllegalStateException("anna@example"));

    assertThat(fault.kind()).isEqualTo(StoreException.Kind.UNREACHABLE);
    assertThat(fault.text()).contains("IllegalStateException").doesNotContain("anna");
    assertThat(fault).hasCauseInstanceOf(IllegalStateException.class);
  }
}
