package dev.effectivelyonce.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is left of SQL, so that no statement hides in what only looks like a text or a comment. */
class BareSqlTest {
  @Test
  void aTextEndsWhereTheServerEndsIt() {
    assertReadings(
        Map.of(
            "E'a'\n'b\\'; COMMIT'; END", "'; END",
            "E'it''s \\'; COMMIT'; END", "'; END",
            "$$a$$;COMMIT", "';COMMIT",
            "1$$ ' $$; COMMIT; ' '", "1'; COMMIT; '",
            "1 AS e; COMMIT; ' '", "1 AS e; COMMIT; '",
            "LOAD'x'", "LOAD'",
            "{oj }COMMIT", "   COMMIT"));
    assertThat(BareSql.readings("'it\\'s', B'\\'; COMMIT; ''").get(1)).isEqualTo("', '; COMMIT; '");
    assertThat(BareSql.readings("SELECT'a\\''; COMMIT; ''").get(1)).isEqualTo("SELECT'; COMMIT; '");
  }

  @Test
  void whatNeverEndsReachesToTheEnd() {
    assertReadings(
        Map.of(
            "1 /* ; /* ; */ COMMIT", "1  ",
            "$a$ ; COMMIT $b$", "'",
            "E'a ; COMMIT", "'",
            "\"a", "a",
            "{d", " ",
            "$1 $", "$1 $"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"_", "\u0080", "0", "9", "a", "z", "A", "Z"})
  void aDollarInANameBeginsNoText(String last) {
    String sql = "n" + last + "$q$; COMMIT; b$q$";

    assertReadings(Map.of(sql, sql));
  }

  private static void assertReadings(Map<String, String> bare) {
    bare.forEach((sql, left) -> assertThat(BareSql.readings(sql)).as(sql).containsOnly(left));
  }
}
