package dev.effectivelyonce.sqs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.TreeSet;

/**
 * JSON in one form for each value, by <a href="https://www.rfc-editor.org/rfc/rfc8785">RFC
 * 8785</a>: without space, members sorted, strings and numbers written one way. It differs from the
 * RFC in numbers that a double does not give back: they keep every digit, where the RFC rounds
 * them. Two events may differ in the last digit of an id or a rate.
 */
final class CanonicalJson {
  private static final int LONGEST_PLAIN = 21;
  private static final int SMALLEST_PLAIN = -6;

  private final ObjectReader reader =
      new JsonMapper()
          .reader()
          .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /**
   * Returns the canonical form of a text.
   *
   * @throws UnreadableMessageException if it has none: it is not JSON, or an object has two members
   *     of one name. The same holds for half of a surrogate pair, and a number too large to compute
   *     with
   */
  String of(String text) {
    try {
      StringBuilder canonical = new StringBuilder();
      write(StrictJson.read(reader, text, PayloadType.of(JsonNode.class)), canonical);
      return canonical.toString();
    } catch (JsonProcessingException | StackOverflowError e) {
      throw unreadable(
          "The body has no content hash: it is not JSON, names a member twice, or is too deep or"
              + " large");
    } catch (NumberFormatException | ArithmeticException e) {
      throw unreadable("The body has no content hash: the exponent of a number is too large");
    }
  }

  private static void write(JsonNode node, StringBuilder to) {
    switch (node.getNodeType()) {
      case OBJECT -> object(node, to);
      case ARRAY -> array(node, to);
      case STRING -> string(node.textValue(), to);
      case NUMBER -> to.append(number(node.decimalValue()));
      case BOOLEAN, NULL -> to.append(node.asText());
      default -> throw unreadable("The body has no content hash: it is empty");
    }
  }

  private static void object(JsonNode node, StringBuilder to) {
    char before = '{';
    // Java compares strings as the RFC does: by UTF-16 code units.
    TreeSet<String> names = new TreeSet<>();
    node.fieldNames().forEachRemaining(names::add);
    for (String name : names) {
      to.append(before);
      string(name, to);
      to.append(':');
      write(node.get(name), to);
      before = ',';
    }
    to.append(names.isEmpty() ? "{}" : "}");
  }

  private static void array(JsonNode node, StringBuilder to) {
    to.append('[');
    for (Iterator<JsonNode> elements = node.elements(); elements.hasNext(); ) {
      write(elements.next(), to);
      to.append(elements.hasNext() ? "," : "");
    }
    to.append(']');
  }

  private static void string(String text, StringBuilder to) {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw unreadable("The body has no content hash: it holds half of a surrogate pair");
    }
    to.append('"');
    text.chars().forEach(character -> character((char) character, to));
    to.append('"');
  }

  private static void character(char character, StringBuilder to) {
    switch (character) {
      case '"' -> to.append("\\\"");
      case '\\' -> to.append("\\\\");
      case '\b' -> to.append("\\b");
      case '\t' -> to.append("\\t");
      case '\n' -> to.append("\\n");
      case '\f' -> to.append("\\f");
      case '\r' -> to.append("\\r");
      default ->
          to.append(character < ' ' ? "\\u" + HexFormat.of().toHexDigits(character) : character);
    }
  }

  private static String number(BigDecimal exact) {
    BigDecimal value = exact.stripTrailingZeros();
    double rounded = value.doubleValue();
    boolean isGivenBack =
        Double.isFinite(rounded) && new BigDecimal(Double.toString(rounded)).compareTo(value) == 0;
    return text(isGivenBack ? shortest(rounded) : value);
  }

  /** Returns the fewest digits that make this double. Java's own text has at least two. */
  private static BigDecimal shortest(double number) {
    BigDecimal digits = new BigDecimal(Double.toString(number)).stripTrailingZeros();
    BigDecimal one = digits.round(new MathContext(1));
    return one.doubleValue() == number ? one.stripTrailingZeros() : digits;
  }

  /** Returns the text that ECMAScript writes for a number of these digits. */
  private static String text(BigDecimal value) {
    String digits = value.unscaledValue().abs().toString();
    String sign = value.signum() < 0 ? "-" : "";
    long point = (long) digits.length() - value.scale();
    return sign + (isPlain(point) ? plain(digits, (int) point) : scientific(digits, point - 1));
  }

  private static boolean isPlain(long point) {
    return point > SMALLEST_PLAIN && point <= LONGEST_PLAIN;
  }

  private static String plain(String digits, int point) {
    if (point <= 0) {
      return "0." + "0".repeat(-point) + digits;
    }
    return point >= digits.length()
        ? digits + "0".repeat(point - digits.length())
        : digits.substring(0, point) + "." + digits.substring(point);
  }

  private static String scientific(String digits, long exponent) {
    String fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
    return digits.charAt(0) + fraction + "e" + (exponent < 0 ? "-" : "+") + Math.abs(exponent);
  }

  private static UnreadableMessageException unreadable(String problem) {
    return new UnreadableMessageException(
        problem, "Send JSON, or have the bytes hashed by MessageKey.contentHashOfBytes()");
  }
}
