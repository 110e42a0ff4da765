package dev.effectivelyonce.postgres;

import static dev.effectivelyonce.core.store.StoreException.Kind.DENIED;
import static dev.effectivelyonce.core.store.StoreException.Kind.MISCONFIGURED;
import static dev.effectivelyonce.core.store.StoreException.Kind.THROTTLED;
import static dev.effectivelyonce.core.store.StoreException.Kind.UNREACHABLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.store.StoreException;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class SqlFaultsTest {
  @TestFactory
  Stream<DynamicTest> eachStateHasItsKind() {
    return Map.ofEntries(
            Map.entry("08001", UNREACHABLE),
            Map.entry("08006", UNREACHABLE),
            Map.entry("57P01", UNREACHABLE),
            Map.entry("57P02", UNREACHABLE),
            Map.entry("57P03", UNREACHABLE),
            Map.entry("25006", UNREACHABLE),
            Map.entry("25P02", UNREACHABLE),
            Map.entry("40003", UNREACHABLE),
            Map.entry("58030", UNREACHABLE),
            Map.entry("XX000", UNREACHABLE),
            Map.entry("40001", THROTTLED),
            Map.entry("40P01", THROTTLED),
            Map.entry("55P03", THROTTLED),
            Map.entry("53300", THROTTLED),
            Map.entry("57014", THROTTLED),
            Map.entry("25P03", THROTTLED),
            Map.entry("25P04", THROTTLED),
            Map.entry("28P01", DENIED),
            Map.entry("28000", DENIED),
            Map.entry("42501", DENIED),
            Map.entry("42P01", MISCONFIGURED),
            Map.entry("42703", MISCONFIGURED),
            Map.entry("3D000", MISCONFIGURED),
            Map.entry("26000", MISCONFIGURED),
            Map.entry("42P05", MISCONFIGURED),
            Map.entry("22021", MISCONFIGURED),
            Map.entry("0A000", MISCONFIGURED))
        .entrySet()
        .stream()
        .map(
            it ->
                DynamicTest.dynamicTest(
                    it.getKey(),
                    () ->
                        assertThat(kind(new SQLException("x", it.getKey())))
                            .isEqualTo(it.getValue())));
  }

  @Test
  void theStateOfACauseCounts() {
    SQLException ofThePool =
        new SQLTransientConnectionException("x", new SQLException("x", "28P01"));

    assertThat(kind(ofThePool)).isEqualTo(DENIED);
  }

  @Test
  void whatTellsNoStateIsUnanswered() {
    assertThat(kind(new SQLException("x"))).isEqualTo(UNREACHABLE);
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
