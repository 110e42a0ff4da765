package dev.effectivelyonce.streams;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.core.ByteOrderMark;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.sqs.JsonCodec;
import dev.effectivelyonce.sqs.PayloadType;
import dev.effectivelyonce.sqs.UnreadableMessageException;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the bytes of records and writes records as text. */
public final class RecordData {
  private static final String REMEDY = "Write records of the type that the consumer names";

  /**
   * The limits of Jackson would fail a whole batch for one record, each time it comes. Its slow
   * parser takes minutes for a number of a million digits.
   */
  private static final JsonFactory UNLIMITED =
      JsonFactory.builder()
          .enable(StreamReadFeature.USE_FAST_BIG_NUMBER_PARSER)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .build())
          .streamWriteConstraints(
              StreamWriteConstraints.builder().maxNestingDepth(Integer.MAX_VALUE).build())
          .build();

  /** Escaped, every record is text that a queue takes. */
  private static final JsonFactory ASCII =
      UNLIMITED.rebuild().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  /** The values of a member that an object names twice. No reader of records takes it for one. */
  @SuppressWarnings("unchecked") // Jackson's own deepCopy() returns less than it declares.
  private static final class Repeated extends ArrayNode {
    private static final long serialVersionUID = 1L;

    Repeated(JsonNodeFactory nodes, JsonNode... values) {
      super(nodes, List.of(values));
    }
  }

  /** An object that loses neither value of a member that is there twice. */
  @SuppressWarnings("unchecked") // See above.
  private static final class Members extends ObjectNode {
    private static final long serialVersionUID = 1L;

    Members(JsonNodeFactory nodes) {
      super(nodes);
    }

    @Override
    public @Nullable JsonNode replace(String name, JsonNode value) {
      JsonNode earlier = super.replace(name, value);
      return earlier == null
          ? null
          : super.replace(name, new Repeated(_nodeFactory, earlier, value));
    }
  }

  private static final JsonNodeFactory NODES =
      new JsonNodeFactory() {
        private static final long serialVersionUID = 1L;

        @Override
        public ObjectNode objectNode() {
          return new Members(this);
        }
      };

  private RecordData() {}

  /**
   * Decodes a base64 text.
   *
   * @param what a name of the bytes for the error message
   * @throws UnreadableMessageException if it is not base64
   */
  public static byte[] decoded(String what, String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw unreadable("The record's " + what + " is not base64");
    }
  }

  /**
   * Returns the bytes in a list of numbers; empty if a number is not a byte. Lambda writes signed
   * bytes (-128 to 127), and other sources write unsigned ones (0 to 255).
   */
  public static Optional<byte[]> signedBytes(JsonNode numbers) {
    byte[] bytes = new byte[numbers.size()];
    for (int index = 0; index < bytes.length; index++) {
      JsonNode number = numbers.get(index);
      if (!number.isIntegralNumber()
          || !number.canConvertToInt()
          || number.intValue() < Byte.MIN_VALUE
          || number.intValue() >= 1 << Byte.SIZE) {
        return Optional.empty();
      }
      bytes[index] = (byte) number.intValue();
    }
    return Optional.of(bytes);
  }

  /**
   * Decodes UTF-8 text, without a byte order mark at its beginning.
   *
   * @param what a name of the bytes for the error message
   * @throws UnreadableMessageException if they are not text in UTF-8
   */
  public static String text(String what, byte[] data) {
    try {
      return ByteOrderMark.removedFrom(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(data)).toString());
    } catch (CharacterCodingException e) {
      throw unreadable("The record's " + what + " is not text in UTF-8");
    }
  }

  /**
   * Reads bytes as the type: {@code byte[]} as they are, {@code String} as {@link #text} does, and
   * other types from JSON.
   *
   * @throws UnreadableMessageException if they are not of this type
   */
  public static <M> M read(byte[] data, PayloadType<M> type, JsonCodec json) {
    return type.is(byte[].class) ? type.cast(data) : type.read(text("data", data), json);
  }

  /**
   * Refuses an array, which EventBridge Pipes sends. Pipes uses another record format than an event
   * source mapping, and expects another answer. What its input template makes of a record may be
   * anything.
   *
   * @throws ConfigurationException if the event is such an array
   */
  public static void refusePipe(JsonNode event) {
    if (event.isArray()) {
      throw new ConfigurationException(
          "The event is an array, as EventBridge Pipes sends it. Nothing of its batch runs",
          "Invoke the function from an event source mapping of Lambda instead of a pipe");
    }
  }

  /** Returns whether an event is an empty batch without a source, which warms the function up. */
  public static boolean isNothing(JsonNode event) {
    JsonNode none = event.path("Records");
    return isAbsent(event)
        || (event.isObject()
            && (isAbsent(none) || none.isArray())
            && none.isEmpty()
            && event.size() == (event.has("Records") ? 1 : 0));
  }

  /** Returns whether there is no such member of an event, or it is null. */
  public static boolean isAbsent(JsonNode node) {
    return node.isNull() || node.isMissingNode();
  }

  /** Returns the exception for a record with data that is not of the consumer's type. */
  public static UnreadableMessageException unreadable(String problem) {
    return new UnreadableMessageException(problem, REMEDY);
  }

  /**
   * Returns a builder for the mapper of Lambda's events. It does not limit the nesting of a record
   * or the length of its names and numbers, because Lambda limits the event and one record must not
   * fail its whole batch. Therefore it also reads a member that is there twice, as an array of both
   * values that {@link #isRepeated} recognizes.
   */
  public static JsonMapper.Builder events() {
    return JsonMapper.builder(UNLIMITED).nodeFactory(NODES);
  }

  /** Returns whether this stands for a member of an event that is there twice. */
  public static boolean isRepeated(JsonNode node) {
    return node instanceof Repeated;
  }

  /** Returns JSON as ASCII text, however deeply it is nested. */
  public static String ascii(JsonNode json) {
    return written(json, ASCII);
  }

  /** Returns JSON as text, however deeply it is nested. */
  public static String json(JsonNode json) {
    return written(json, UNLIMITED);
  }

  /** Writes token by token: a call for each level would overflow the stack. */
  private static String written(JsonNode json, JsonFactory factory) {
    StringWriter text = new StringWriter();
    try (JsonParser tokens = json.traverse();
        JsonGenerator generator = factory.createGenerator(text)) {
      while (tokens.nextToken() != null) {
        generator.copyCurrentEvent(tokens);
      }
    } catch (IOException e) {
      throw new IllegalStateException("A tree that was read can be written", e);
    }
    return text.toString();
  }
}
