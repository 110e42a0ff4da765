package dev.effectivelyonce.sqs;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBase;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.ValueInstantiator;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import com.fasterxml.jackson.databind.type.ArrayType;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.databind.type.ReferenceType;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * Lets Jackson read a number only as a type that gives it back. A whole number may be written as a
 * fraction or with an exponent.
 */
final class ExactNumbers extends BeanDeserializerModifier {
  private static final long serialVersionUID = 1L;
  private static final int MOST_DIGITS = 1_000;
  private static final String LOST = "the type does not keep each digit";

  @Override
  public JsonDeserializer<?> modifyDeserializer(
      DeserializationConfig config, BeanDescription description, JsonDeserializer<?> reader) {
    JsonDeserializer<?> object = reader.getDelegatee() == null ? reader : reader.getDelegatee();
    if (object instanceof BeanDeserializerBase bean) {
      ValueInstantiator made = bean.getValueInstantiator();
      return ExactValue.isMadeOfANumber(made) ? new ExactValue(reader, made) : reader;
    }
    return reader.handledType() == Number.class ? reader : exact(reader);
  }

  @Override
  public JsonDeserializer<?> modifyReferenceDeserializer(
      DeserializationConfig config,
      ReferenceType type,
      BeanDescription description,
      JsonDeserializer<?> reader) {
    return exact(reader);
  }

  @Override
  public JsonDeserializer<?> modifyArrayDeserializer(
      DeserializationConfig config,
      ArrayType type,
      BeanDescription description,
      JsonDeserializer<?> reader) {
    return type.hasRawClass(double[].class) || type.hasRawClass(float[].class)
        ? new ExactFractions(reader)
        : reader;
  }

  private static JsonDeserializer<?> exact(JsonDeserializer<?> reader) {
    return switch (reader.logicalType()) {
      case Integer -> new ExactInteger(reader);
      case Float -> new ExactFractions(reader);
      case null, default -> reader;
    };
  }

  @Override
  public KeyDeserializer modifyKeyDeserializer(
      DeserializationConfig config, JavaType type, KeyDeserializer reader) {
    Class<?> number = type.getRawClass();
    return number == Double.class || number == Float.class || number == Byte.class
        ? new ExactKey(reader, number)
        : reader;
  }

  /**
   * A value that is made of one number. Jackson itself goes by how the number is written, and makes
   * a double of what has more digits.
   */
  private static final class ExactValue extends DelegatingDeserializer {
    private static final long serialVersionUID = 1L;
    private final ValueInstantiator made;

    ExactValue(JsonDeserializer<?> reader, ValueInstantiator made) {
      super(reader);
      this.made = made;
    }

    static boolean isMadeOfANumber(ValueInstantiator made) {
      return made.canCreateFromInt() || ofLong(made) || ofFraction(made);
    }

    private static boolean ofLong(ValueInstantiator made) {
      return made.canCreateFromLong() || made.canCreateFromBigInteger();
    }

    private static boolean ofFraction(ValueInstantiator made) {
      return made.canCreateFromDouble() || made.canCreateFromBigDecimal();
    }

    @Override
    protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> reader) {
      return new ExactValue(reader, made);
    }

    @Override
    public Object deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      if (!parser.currentToken().isNumeric()) {
        return super.deserialize(parser, context);
      }
      try (TokenBuffer buffer = context.bufferForInputBuffering(parser)) {
        BigDecimal number = parser.getDecimalValue();
        boolean asWhole = parser.hasToken(JsonToken.VALUE_NUMBER_INT) || !ofFraction(made);
        if (!(asWhole && isWhole(number) && writeWhole(number.toBigIntegerExact(), buffer))) {
          writeFraction(number, buffer, context);
        }
        return super.deserialize(buffer.asParserOnFirstToken(), context);
      }
    }

    private boolean writeWhole(BigInteger number, TokenBuffer buffer) throws IOException {
      int bits = number.bitLength();
      if (bits < Integer.SIZE && (made.canCreateFromInt() || ofLong(made))) {
        buffer.writeNumber(number.intValue());
      } else if (bits < Long.SIZE && ofLong(made)) {
        buffer.writeNumber(number.longValue());
      } else if (made.canCreateFromBigInteger()) {
        buffer.writeNumber(number);
      } else {
        return false;
      }
      return true;
    }

    private void writeFraction(
        BigDecimal number, TokenBuffer buffer, DeserializationContext context) throws IOException {
      if (made.canCreateFromBigDecimal() || !made.canCreateFromDouble()) {
        buffer.writeNumber(number);
      } else if (keeps(number.doubleValue(), number)) {
        buffer.writeNumber(number.doubleValue());
      } else {
        throw context.weirdNumberException(number, handledType(), LOST);
      }
    }
  }

  private static boolean isWhole(BigDecimal number) {
    BigDecimal stripped = number.stripTrailingZeros();
    return stripped.scale() <= 0 && (long) stripped.precision() - stripped.scale() <= MOST_DIGITS;
  }

  private static final class ExactInteger extends DelegatingDeserializer {
    private static final long serialVersionUID = 1L;

    ExactInteger(JsonDeserializer<?> reader) {
      super(reader);
    }

    @Override
    protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> reader) {
      return new ExactInteger(reader);
    }

    @Override
    public Object deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      return parser.currentToken() == JsonToken.VALUE_NUMBER_FLOAT
          ? whole(parser, context)
          : checked(super.deserialize(parser, context), parser, context);
    }

    private Object whole(JsonParser parser, DeserializationContext context) throws IOException {
      BigDecimal number = parser.getDecimalValue();
      if (!isWhole(number)) {
        return super.deserialize(parser, context);
      }
      try (TokenBuffer buffer = context.bufferForInputBuffering(parser)) {
        buffer.writeNumber(number.toBigIntegerExact());
        JsonParser integer = buffer.asParserOnFirstToken();
        return checked(super.deserialize(integer, context), integer, context);
      }
    }

    /** Jackson takes 200 for a byte. */
    private Object checked(Object value, JsonParser parser, DeserializationContext context)
        throws IOException {
      return value instanceof Byte number
              && parser.hasToken(JsonToken.VALUE_NUMBER_INT)
              && number != parser.getIntValue()
          ? context.handleWeirdNumberValue(handledType(), number, LOST)
          : value;
    }
  }

  /** Reads doubles and floats, one or an array of them. */
  private static final class ExactFractions extends DelegatingDeserializer {
    private static final long serialVersionUID = 1L;

    ExactFractions(JsonDeserializer<?> reader) {
      super(reader);
    }

    @Override
    protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> reader) {
      return new ExactFractions(reader);
    }

    @Override
    public Object deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      return parser.hasToken(JsonToken.VALUE_STRING) && refusesText(context)
          ? context.handleUnexpectedToken(handledType(), parser)
          : super.deserialize(new Fractions(parser, context), context);
    }

    /** Adds to what a field marked {@code @JsonMerge} has. */
    @Override
    public Object deserialize(JsonParser parser, DeserializationContext context, Object into)
        throws IOException {
      return super.deserialize(new Fractions(parser, context), context, into);
    }

    /** Jackson takes "NaN" whatever it is told of texts. */
    private boolean refusesText(DeserializationContext context) {
      return logicalType() == LogicalType.Float && takesNoText(context);
    }
  }

  private static boolean takesNoText(DeserializationContext context) {
    return context.findCoercionAction(LogicalType.Float, Double.class, CoercionInputShape.String)
        == CoercionAction.Fail;
  }

  /** Refuses what is lost where the number is made. */
  private static final class Fractions extends JsonParserDelegate {
    private final DeserializationContext context;

    Fractions(JsonParser parser, DeserializationContext context) {
      super(parser);
      this.context = context;
    }

    @Override
    public @Nullable JsonToken nextToken() throws IOException {
      JsonToken token = super.nextToken();
      if (token == JsonToken.VALUE_STRING && takesNoText(context)) {
        context.handleUnexpectedToken(Double.class, this);
      }
      return token;
    }

    @Override
    public double getDoubleValue() throws IOException {
      double number = super.getDoubleValue();
      if (!keeps(number, written())) {
        throw context.weirdNumberException(written(), Double.class, LOST);
      }
      return number;
    }

    @Override
    public float getFloatValue() throws IOException {
      float number = super.getFloatValue();
      if (!keeps(number, written())) {
        throw context.weirdNumberException(written(), Float.class, LOST);
      }
      return number;
    }

    /** Jackson's parser has no decimal any more once it has made a float. */
    private BigDecimal written() throws IOException {
      return new BigDecimal(getText());
    }
  }

  private static final class ExactKey extends KeyDeserializer {
    private final KeyDeserializer reader;
    private final Class<?> type;

    ExactKey(KeyDeserializer reader, Class<?> type) {
      this.reader = reader;
      this.type = type;
    }

    @Override
    public @Nullable Object deserializeKey(String key, DeserializationContext context)
        throws IOException {
      Object number = reader.deserializeKey(key, context);
      return givesBack(number, key) ? number : context.handleWeirdKey(type, key, LOST);
    }

    private static boolean givesBack(@Nullable Object number, String key) {
      try {
        return switch (number) {
          case Double it -> keeps(it, new BigDecimal(key));
          case Float it -> keeps(it, new BigDecimal(key));
          case Byte it -> Integer.parseInt(key) == it;
          case null, default -> true;
        };
      } catch (NumberFormatException noNumberOfJson) {
        return false;
      }
    }
  }

  /** A number of as many digits, made of the binary one, is what was written. */
  private static boolean keeps(double binary, BigDecimal written) {
    MathContext digits =
        new MathContext(written.stripTrailingZeros().precision(), RoundingMode.HALF_EVEN);
    return Double.isFinite(binary) && new BigDecimal(binary, digits).compareTo(written) == 0;
  }
}
