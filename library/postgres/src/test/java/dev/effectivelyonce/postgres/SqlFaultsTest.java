package dev.effectivelyonce.postgres;

import static dev.effectivelyonce.core.store.StoreException.Kind.DENIED;
import static dev.effectivelyonce.core.store.StoreException.Kind.THROTTLED;
import static dev.effectivelyonce.core.store.StoreException.Kind.UNREACHABLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.store.StoreException;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlFaultsTest {
  @ParameterizedTest
  @CsvSource({
    "UNREACHABLE, 08001 08006 57P01 57P02 57P03 25006 25P02 40003 58030 XX000",
    "THROTTLED, 40001 40P01 55P03 53300 57014 25P03 25P04",
    "DENIED, 28P01 28000 42501",
    "MISCONFIGURED, 42P01 42703 3D000 26000 42P05 22021 0A000"
  })
  void eachStateHasItsKind(StoreException.Kind kind, String states) {
    assertThat(states.split(" "))
        .allSatisfy(it -> assertThat(kind(new SQLException("x", it))).as(it).isEqualTo(kind));
  }

  @Test
  void theStateOfACauseCounts() {
    SQLException ofThePool =
        new SQLTransientConnectionException("x", new SQLException("x", "28P01"));

    assertThat(kind(ofThePool)).isEqualTo(DENIED);
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void theStateIsSoughtNoFurtherThanErrorsTell() {
    SQLException circle = new SQLException("x");
    circle.initCause(new SQLException("y", circle));

    assertThat(kind(circle)).isEqualTo(UNREACHABLE);
    assertThat(kind(new SQLException("x", new IllegalStateException(circle))))
        .isEqualTo(UNREACHABLE);
    assertThat(
            kind(
                new SQLException("x", new SQLException("y", "28P01")) {
                  @Override
                  public String getSQLState() {
                    throw new IllegalStateException("x");
                  }
                }))
        .isEqualTo(DENIED);
  }

  @Test
  void whatTellsNoStateIsUnanswered() {
    assertThat(kind(new SQLException("x"))).isEqualTo(UNREACHABLE);
    assertThat(kind(new SQLException("x", " "))).isEqualTo(UNREACHABLE);
    assertThat(kind(new SQLTransientConnectionException("x"))).isEqualTo(THROTTLED);
    assertThat(kind(new SQLTimeoutException("x"))).isEqualTo(THROTTLED);
  }

  @Test
  void theTextHoldsNothingThatTheServerSaid() {
    SQLException quoting = new SQLException("Key (account)=(Anna) already exists", "40001");

    assertThat(SqlFaults.translate(quoting).text()).contains("40001").doesNotContain("Anna");
  }

  @Test
  void eachFaultIsReachable() {
    assertThat(SqlFaults.BY_STATE).allMatch(it -> SqlFaults.fault(it.prefix()).equals(it));
  }

  private static StoreException.Kind kind(SQLException e) {
    return SqlFaults.translate(e).kind();
  }
}
