package dev.effectivelyonce.sqs;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.text.DateFormat;
import java.text.ParsePosition;
import java.text.SimpleDateFormat;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Calendar;
import java.util.Date;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lets Jackson read a time only as a type that keeps each part of it. A field with a pattern of its
 * own keeps the parts that its type has; one that is lenient by its {@code @JsonFormat} is read as
 * that says.
 */
final class WholeTimes extends BeanDeserializerModifier {
  private static final long serialVersionUID = 1L;
  private static final String LOST = "the type does not keep each part of the time";
  private static final int MOST_DECIMALS = 9;

  private static final Pattern DATE_AND_TIME = Pattern.compile("T");

  /** Some platforms write a date as its midnight, which loses nothing. */
  private static final Pattern TIME_OF_DAY = Pattern.compile("T(?!00:00(?::00(?:[.,]0+)?)?$)");

  private static final Pattern ZONE = Pattern.compile("Z$");

  /** A text for a number, or a second that Java puts upon the one before it. */
  private static final Pattern EPOCH_OR_LEAP = Pattern.compile("^[+-]?[0-9.]+$|T..:..:60");

  /** A text for a number, more than milliseconds, or a year without its century. */
  private static final Pattern EPOCH_OR_FINER =
      Pattern.compile("^[+-]?[0-9]+$|[.,][0-9]{3}0*[1-9]|^\\p{Alpha}.* [0-9]{1,3} +[0-9]+:");

  /** A date that is none, such as February 30, is another day to Jackson. */
  private static final Pattern CALENDAR =
      Pattern.compile("^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:T([0-9]{2}:[0-9]{2}(?::[0-9]{2})?))?");

  /** Its zone may be one that Java reads in no such text. */
  private static final Pattern IN_WORDS = Pattern.compile("^(\\p{Alpha}+,.*) \\S+$");

  /** Takes no February 30, whatever its weekday. */
  private static final DateTimeFormatter WORDS =
      DateTimeFormatter.RFC_1123_DATE_TIME.withResolverStyle(ResolverStyle.STRICT);

  private static final Map<Class<?>, Pattern> REFUSED =
      Map.of(
          LocalDate.class, TIME_OF_DAY,
          LocalTime.class, DATE_AND_TIME,
          LocalDateTime.class, ZONE,
          Instant.class, EPOCH_OR_LEAP,
          OffsetDateTime.class, EPOCH_OR_LEAP,
          ZonedDateTime.class, EPOCH_OR_LEAP);

  @Override
  public JsonDeserializer<?> modifyDeserializer(
      DeserializationConfig config, BeanDescription description, JsonDeserializer<?> reader) {
    return reader.logicalType() == LogicalType.DateTime
        ? new Whole(reader, text -> keeps(reader.handledType(), text))
        : reader;
  }

  @Override
  public KeyDeserializer modifyKeyDeserializer(
      DeserializationConfig config, JavaType type, KeyDeserializer reader) {
    return type.getRawClass().getName().startsWith("java.time.")
            || Date.class.isAssignableFrom(type.getRawClass())
        ? new WholeKey(reader, type.getRawClass())
        : reader;
  }

  private static boolean keeps(Class<?> type, String text) {
    if (Date.class.isAssignableFrom(type) || Calendar.class.isAssignableFrom(type)) {
      return !EPOCH_OR_FINER.matcher(text).find() && isInTheCalendar(text);
    }
    Pattern refused = REFUSED.get(type);
    return (refused == null || !refused.matcher(text).find())
        && (type != ZonedDateTime.class || isRead(text, DateTimeFormatter.ISO_ZONED_DATE_TIME));
  }

  /** Says what a text has to be for a field with a pattern. */
  private static Predicate<String> byPattern(
      Class<?> type, JsonFormat.Value format, DeserializationContext context) {
    Locale locale = format.hasLocale() ? format.getLocale() : context.getLocale();
    if (Date.class.isAssignableFrom(type) || Calendar.class.isAssignableFrom(type)) {
      SimpleDateFormat dates = new SimpleDateFormat(format.getPattern(), locale);
      dates.setTimeZone(format.hasTimeZone() ? format.getTimeZone() : context.getTimeZone());
      dates.setLenient(false);
      return text -> ((DateFormat) dates.clone()).parse(text, new ParsePosition(0)) != null;
    }
    DateTimeFormatter times =
        new DateTimeFormatterBuilder()
            .parseCaseInsensitive()
            .appendPattern(format.getPattern())
            .toFormatter(locale);
    DateTimeFormatter inZone =
        format.hasTimeZone() ? times.withZone(format.getTimeZone().toZoneId()) : times;
    return text -> isRead(text, hasZone(text, times) ? times : inZone);
  }

  private static boolean hasZone(String text, DateTimeFormatter formatter) {
    TemporalAccessor written = formatter.parseUnresolved(text, new ParsePosition(0));
    return written != null && written.query(TemporalQueries.zone()) != null;
  }

  /**
   * Says whether Java reads each part as the text has it: no February 30, no time that the clocks
   * of its zone leave out, and no offset that the zone does not have. What it does not read at all
   * is left to who reads.
   */
  private static boolean isRead(String text, DateTimeFormatter formatter) {
    TemporalAccessor written = formatter.parseUnresolved(text, new ParsePosition(0));
    if (written == null) {
      return true;
    }
    try {
      TemporalAccessor parsed = formatter.parse(text);
      TemporalAccessor read =
          parsed.isSupported(ChronoField.INSTANT_SECONDS) ? ZonedDateTime.from(parsed) : parsed;
      return Stream.of(ChronoField.values())
          .filter(it -> written.isSupported(it) && read.isSupported(it))
          .allMatch(it -> written.getLong(it) == read.getLong(it));
    } catch (DateTimeException unread) {
      return true;
    }
  }

  private static boolean isInTheCalendar(String text) {
    Matcher iso = CALENDAR.matcher(text);
    Matcher words = IN_WORDS.matcher(text);
    try {
      if (iso.find()) {
        LocalDateTime.parse(iso.group(1) + "T" + Optional.ofNullable(iso.group(2)).orElse("00:00"));
      }
      if (words.find()) {
        LocalDateTime.parse(words.group(1) + " GMT", WORDS);
      }
      return true;
    } catch (DateTimeException none) {
      return false;
    }
  }

  /** Says whether the seconds fit the number that Java has for them, to the nanosecond. */
  private static boolean keeps(BigDecimal seconds) {
    BigInteger whole = seconds.setScale(0, RoundingMode.FLOOR).unscaledValue();
    return whole.bitLength() < Long.SIZE && seconds.stripTrailingZeros().scale() <= MOST_DECIMALS;
  }

  private static final class Whole extends DelegatingDeserializer {
    private static final long serialVersionUID = 1L;

    private final transient Predicate<String> keeps;

    Whole(JsonDeserializer<?> reader, Predicate<String> keeps) {
      super(reader);
      this.keeps = keeps;
    }

    @Override
    protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> reader) {
      return new Whole(reader, keeps);
    }

    @Override
    public JsonDeserializer<?> createContextual(
        DeserializationContext context, @Nullable BeanProperty property)
        throws JsonMappingException {
      JsonDeserializer<?> contextual = super.createContextual(context, property);
      JsonFormat.Value format = findFormatOverrides(context, property, handledType());
      if (format.isLenient()) {
        return contextual.getDelegatee();
      }
      return format.hasPattern()
          ? new Whole(contextual.getDelegatee(), byPattern(handledType(), format, context))
          : contextual;
    }

    @Override
    public Object deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      JsonToken token = parser.currentToken();
      if (token == JsonToken.VALUE_STRING && !keeps.test(parser.getText().strip())) {
        return context.handleWeirdStringValue(handledType(), parser.getText(), LOST);
      }
      if (token == JsonToken.VALUE_NUMBER_FLOAT && !keeps(new BigDecimal(parser.getText()))) {
        return context.handleWeirdNumberValue(handledType(), parser.getDecimalValue(), LOST);
      }
      return super.deserialize(
          token == JsonToken.START_ARRAY ? new Parts(parser, context) : parser, context);
    }
  }

  /** The parts of a time in an array, none of which has a fraction. */
  private static final class Parts extends JsonParserDelegate {
    private final DeserializationContext context;

    Parts(JsonParser parser, DeserializationContext context) {
      super(parser);
      this.context = context;
    }

    @Override
    public int getIntValue() throws IOException {
      int part = super.getIntValue();
      if (new BigDecimal(getText()).compareTo(BigDecimal.valueOf(part)) != 0) {
        throw context.weirdNumberException(part, int.class, LOST);
      }
      return part;
    }
  }

  private static final class WholeKey extends KeyDeserializer {
    private final KeyDeserializer reader;
    private final Class<?> type;

    WholeKey(KeyDeserializer reader, Class<?> type) {
      this.reader = reader;
      this.type = type;
    }

    @Override
    public @Nullable Object deserializeKey(String key, DeserializationContext context)
        throws IOException {
      return keeps(type, key)
          ? reader.deserializeKey(key, context)
          : context.handleWeirdKey(type, key, LOST);
    }
  }
}
