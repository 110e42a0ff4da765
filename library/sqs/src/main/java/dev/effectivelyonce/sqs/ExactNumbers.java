package dev.effectivelyonce.sqs;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Lets Jackson read a number only as a type that gives it back. A whole number may be written as a
 * fraction or with an exponent.
 */
final class ExactNumbers extends BeanDeserializerModifier {
  private static final long serialVersionUID = 1L;
  private static final int MOST_DIGITS = 1_000;

  @Override
  public JsonDeserializer<?> modifyDeserializer(
      DeserializationConfig config, BeanDescription description, JsonDeserializer<?> reader) {
    boolean isNumber =
        reader.logicalType() == LogicalType.Integer || reader.logicalType() == LogicalType.Float;
    return isNumber && reader.handledType() != Number.class ? new Exact(reader) : reader;
  }

  private static final class Exact extends DelegatingDeserializer {
    private static final long serialVersionUID = 1L;

    Exact(JsonDeserializer<?> reader) {
      super(reader);
    }

    @Override
    protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> reader) {
      return new Exact(reader);
    }

    @Override
    public Object deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      JsonToken token = parser.currentToken();
      if (token == JsonToken.VALUE_STRING && refusesText(context)) {
        // Jackson takes "NaN" whatever it is told of texts.
        return context.handleUnexpectedToken(handledType(), parser);
      }
      return token == JsonToken.VALUE_NUMBER_FLOAT && logicalType() == LogicalType.Integer
          ? whole(parser, context)
          : checked(super.deserialize(parser, context), parser, context);
    }

    private boolean refusesText(DeserializationContext context) {
      return logicalType() == LogicalType.Float
          && context.findCoercionAction(logicalType(), handledType(), CoercionInputShape.String)
              == CoercionAction.Fail;
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

    private Object checked(Object value, JsonParser parser, DeserializationContext context)
        throws IOException {
      JsonToken token = parser.currentToken();
      return token == null || !token.isNumeric() || givesBack(value, parser)
          ? value
          : context.handleWeirdNumberValue(
              handledType(), written(parser), "the type does not keep each digit");
    }

    private static boolean givesBack(Object value, JsonParser parser) throws IOException {
      return switch (value) {
        case Byte number -> number == parser.getIntValue();
        case Double number -> keeps(number, number.isInfinite(), written(parser));
        case Float number -> keeps(number, number.isInfinite(), written(parser));
        default -> true;
      };
    }

    /** Jackson's parser has no decimal any more once it has made a float. */
    private static BigDecimal written(JsonParser parser) throws IOException {
      return new BigDecimal(parser.getText());
    }

    /** A number of as many digits, made of the binary one, is what was written. */
    private static boolean keeps(double binary, boolean isInfinite, BigDecimal written) {
      if (isInfinite) {
        return false;
      }
      BigDecimal exact = new BigDecimal(binary);
      int digits = written.precision();
      return exact.compareTo(written) == 0
          || exact.round(new MathContext(digits, RoundingMode.HALF_EVEN)).compareTo(written) == 0;
    }
  }
}
