package dev.effectivelyonce.sqs;

import static dev.effectivelyonce.sqs.Reading.assertRefusedByField;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.OptBoolean;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A time is read as a type that keeps each part of it, or refused. */
class WholeTimesTest {
  @SuppressWarnings({"JavaUtilDate", "OptionalUsedAsFieldOrParameterType"}) // Users have them.
  record Times(
      LocalDate day,
      LocalTime time,
      LocalDateTime local,
      Instant instant,
      OffsetDateTime offset,
      ZonedDateTime zoned,
      OffsetTime offsetTime,
      Duration duration,
      Period period,
      Year year,
      YearMonth month,
      MonthDay monthDay,
      Month name,
      DayOfWeek weekday,
      Date date,
      Calendar calendar,
      List<LocalDate> days,
      Optional<LocalDate> perhaps,
      Map<LocalDate, String> byDay,
      Map<Instant, String> byInstant,
      Map<Date, String> byDate,
      Map<ZonedDateTime, String> byZoned,
      @JsonFormat(pattern = "yyyy-MM-dd'T'HH:mm") LocalDate pattern,
      @JsonFormat(lenient = OptBoolean.TRUE) LocalDate lenient,
      @JsonFormat(pattern = "d/M/yyyy") LocalDate aDay,
      @JsonFormat(pattern = "dd-MMM-yy", locale = "en") LocalDate aWord,
      @JsonFormat(pattern = "HH:mm") LocalTime aTime,
      @JsonFormat(pattern = "yyyy-MM-dd hh:mm a", locale = "en") LocalDateTime aLocal,
      @JsonFormat(pattern = "yyyy-MM-dd HH:mmXXX") OffsetDateTime anOffset,
      @JsonFormat(pattern = "yyyy-MM-dd HH:mm[xxx] VV") ZonedDateTime aZoned,
      @JsonFormat(pattern = "yyyy-MM-dd HH:mm[XXX]", timezone = "Europe/Berlin") Instant anInstant,
      @JsonFormat(pattern = "yyyy-MM-dd HH:mm", timezone = "Europe/Berlin") Date aDate,
      @JsonFormat(pattern = "yyyy-MM-dd", lenient = OptBoolean.TRUE) LocalDate lenientDay) {}

  private final JacksonJson json = new JacksonJson();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          day | "2026-01-01T23:59" ; "2026-01-01T23:59:00Z" ; " 2026-01-01T23:59 "
          day | "2026-02-30" ; 20454 ; 20454.5
          time | "2026-01-01T23:59" ; "23:59Z" ; 86399
          local | "2026-01-01T23:59Z" ; "2026-01-01T23:59+01:00" ; "2026-01-01"
          local | 1700000000
          instant | "1700000000" ; "1700000000.5" ; "-1" ; "2016-12-31T23:59:60Z"
          instant | "2026-01-01T00:00:00.1234567891Z" ; 1.1234567891 ; 1e-400
          instant | "2026-01-01" ; "2026-13-01T00:00:00Z"
          instant | 18446744073709551617.0 ; 1e300 ; -1e300 ; 9223372036854775807.5 ; 1e20
          offset | 18446744073709551617.0 ; 1e1000
          zoned | 18446744073709551617.0 ; 1e1000
          duration | -9223372036854775808.5 ; 18446744073709551617.0 ; 1e20 ; -1e20 ; 1e300
          time | [10,30.9] ; [10,0,0,1.5] ; [10.5,0]
          local | [2026,1,1,10,30,59.9] ; [2026,1,1.5,10,30]
          offsetTime | [10,30.9,"Z"]
          day | [2026,1,1.5]
          offset | "1700000000" ; 1.1234567891 ; "2026-01-01T00:00"
          zoned | "1700000000" ; 1.1234567891
          offsetTime | "2026-01-01T23:59Z" ; 1
          duration | "90" ; 1.1234567891 ; "PT1.1234567891S"
          period | 1 ; "PT1H"
          year | 2026.5 ; "2026-01" ; 99999999999
          month | "2026-01-02" ; 1
          monthDay | "2026-01-02" ; 1
          name | 1 ; "1" ; "01"
          weekday | 1
          date | "1700000000000" ; "2026-02-30" ; "2026-02-28T25:00:00Z"
          date | "2026-02-28T23:00:00.1234Z" ; 1.5
          date | "Mon, 30 Feb 2026 10:00:00 GMT" ; "Sat, 30 Feb 2026 10:00:00 +0100"
          date | "Sat, 28 Feb 26 10:00:00 GMT" ; "Sat, 28 Feb 2026 25:00:00 GMT"
          calendar | "1700000000000" ; "2026-02-30" ; "Mon, 30 Feb 2026 10:00:00 GMT"
          days | ["2026-01-01T23:59"]
          perhaps | "2026-01-01T23:59"
          byDay | {"2026-01-01T23:59":"a"}
          byInstant | {"1700000000":"a"} ; {"2016-12-31T23:59:60Z":"a"}
          byDate | {"1700000000000":"a"} ; {"2026-02-30":"a"}
          pattern | "2026-01-01"
          aDay | "30/2/2026" ; "29/02/2026" ; "31/4/2026" ; "1/13/2026"
          aWord | "30-Feb-26"
          aTime | "24:00" ; "23:60" ; [10,30.9]
          aLocal | "2026-02-30 10:00 AM" ; "2026-02-28 13:00 PM"
          anOffset | "2026-02-30 10:00+01:00" ; "2026-02-28 24:00Z"
          aZoned | "2026-02-31 10:00 Europe/Berlin" ; "2026-03-29 02:30 Europe/Berlin"
          aZoned | "2026-02-28 10:00+05:00 Europe/Berlin"
          anInstant | "2026-02-31 10:00" ; "2026-03-29 02:30" ; "2026-02-30 10:00Z"
          aDate | "2026-02-30 10:00" ; "2026-02-28 25:00" ; "2026-03-29 02:30"
          zoned | "2026-01-01T00:00:00+05:00[Europe/Berlin]"
          zoned | "2026-03-29T02:30:00+01:00[Europe/Berlin]"
          zoned | "2026-02-30T00:00:00+01:00[Europe/Berlin]"
          byZoned | {"2026-01-01T00:00:00+05:00[Europe/Berlin]":"a"}
          """)
  void whatWouldLoseAPartIsRefusedByItsField(String field, String values) {
    assertRefusedByField(json, Times.class, field, values, "2026", "1700000000");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          day | "2026-01-01" -> 2026-01-01 ; "2026-01-01T00:00:00" -> 2026-01-01
          day | "2026-01-01T00:00:00.000" -> 2026-01-01 ; [2026,1,2] -> 2026-01-02
          time | [10,30,0.0] -> 10:30 ; "23:59:01.5" -> 23:59:01.500
          duration | 1e18 -> PT277777777777777H46M40S ; "PT1.123456789S" -> PT1.123456789S
          duration | 1.5 -> PT1.5S
          local | "2026-01-01T23:59" -> 2026-01-01T23:59
          instant | "2026-01-01T00:00:00.123456789Z" -> 2026-01-01T00:00:00.123456789Z
          instant | "2026-01-01T01:00:00+01:00" -> 2026-01-01T00:00:00Z
          instant | 1.123456789 -> 1970-01-01T00:00:01.123456789Z
          instant | 1.1234567890 -> 1970-01-01T00:00:01.123456789Z
          offset | "2026-01-01T00:00:00+01:00" -> 2026-01-01T00:00+01:00
          zoned | "2026-01-01T00:00+01:00[Europe/Paris]" -> 2026-01-01T00:00+01:00[Europe/Paris]
          zoned | "2026-10-25T02:30+02:00[Europe/Berlin]" -> 2026-10-25T02:30+02:00[Europe/Berlin]
          zoned | "2026-10-25T02:30+01:00[Europe/Berlin]" -> 2026-10-25T02:30+01:00[Europe/Berlin]
          offsetTime | "23:59Z" -> 23:59Z
          period | "P1W" -> P7D
          year | "2026" -> 2026
          month | "2026-01" -> 2026-01
          monthDay | "--01-02" -> --01-02
          name | "JANUARY" -> JANUARY
          days | ["2026-01-01"] -> [2026-01-01]
          perhaps | "2026-01-01" -> Optional[2026-01-01]
          byDay | {"2026-01-01":"a"} -> {2026-01-01=a}
          byInstant | {"2026-01-01T00:00:00Z":"a"} -> {2026-01-01T00:00:00Z=a}
          pattern | "2026-01-01T23:59" -> 2026-01-01
          lenient | "2026-01-01T23:59" -> 2026-01-01
          aDay | "28/02/2026" -> 2026-02-28 ; "29/2/2028" -> 2028-02-29
          aWord | "28-Feb-26" -> 2026-02-28
          aTime | "23:59" -> 23:59
          aLocal | "2026-02-28 12:30 AM" -> 2026-02-28T00:30
          anOffset | "2026-02-28 10:00+01:00" -> 2026-02-28T10:00+01:00
          aZoned | "2026-03-29 03:30 Europe/Berlin" -> 2026-03-29T03:30+02:00[Europe/Berlin]
          aZoned | "2026-10-25 02:30+01:00 Europe/Berlin" -> 2026-10-25T02:30+01:00[Europe/Berlin]
          anInstant | "2026-02-28 10:00" -> 2026-02-28T09:00:00Z
          anInstant | "2026-02-28 10:00+05:00" -> 2026-02-28T05:00:00Z
          lenientDay | "2026-02-30" -> 2026-02-28
          """)
  void whatLosesNothingOrIsAskedForIsRead(String field, String values) throws Exception {
    Reading.assertRead(json, Times.class, field, values);
  }

  @Test
  @SuppressWarnings("JavaUtilDate")
  void datesOfOldAreReadToTheirMillisecond() {
    Date expected = Date.from(Instant.parse("2026-02-28T23:00:00.123Z"));

    for (String text :
        List.of(
            "\"2026-02-28T23:00:00.123Z\"",
            "\"2026-02-28T23:00:00.123000+00:00\"",
            Long.toString(expected.getTime()))) {
      assertThat(json.read("{\"date\":" + text + "}", Times.class).date()).isEqualTo(expected);
    }
    for (String zone : List.of("GMT", "UTC", "+0000")) {
      assertThat(json.read("\"Sat, 28 Feb 2026 23:00:00 " + zone + "\"", Date.class))
          .isEqualTo(Date.from(Instant.parse("2026-02-28T23:00:00Z")));
    }
  }
}
