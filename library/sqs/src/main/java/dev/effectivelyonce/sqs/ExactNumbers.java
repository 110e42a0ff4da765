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
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import com.fasterxml.jackson.databind.type.ArrayType;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.databind.type.ReferenceType;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import java.io.IOException;
import java.math.BigDecimal;
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
      BigDecimal number = parser.getDecimalValue().stripTrailingZeros();
      if (number.scale() > 0 || (long) number.precision() - number.scale() > MOST_DIGITS) {
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
