package dev.effectivelyonce.sqs;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import com.fasterxml.jackson.databind.exc.PropertyBindingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.effectivelyonce.core.Causes;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.EffectivelyOnceException;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.key.InvalidKeyException;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Reads and writes JSON with Jackson. Unknown fields are ignored, so that producers may add fields.
 * The codec refuses missing or null values of primitive types instead of reading them as zero, and
 * also refuses text after the value and objects with duplicate members. A number is refused if its
 * type can't represent it exactly. Values are not converted to other types, except numbers and
 * booleans to text. The types of {@code java.time} are texts in ISO 8601, and an {@code Optional}
 * is its value, or missing or null. Kotlin's data classes can be read if {@code
 * jackson-module-kotlin} is on the class path. Nesting is limited to Jackson's default of 1,000
 * levels, and an exponent to 1,000.
 */
public final class JacksonJson implements JsonCodec {
  private static final String NULL_BODY = "The body is JSON null";
  private static final String OTHER_TYPE = "The body is JSON of another type";

  private static final String TYPE_REMEDY =
      "Make it a record, or give it a constructor that Jackson can call; for a data class of Kotlin"
          + " add jackson-module-kotlin; or pass a codec of your own";

  private static final String REMEDY =
      "Send JSON of the type that the consumer names, or move the message aside";

  /** The use of a mapper. */
  @FunctionalInterface
  private interface Use<T> {
    T of(ObjectMapper mapper) throws JsonProcessingException;
  }

  private final ObjectReader exactNumbers;

  /** That of a user's mapper. */
  private final Optional<ObjectMapper> reading;

  private volatile ObjectMapper mapper;
  private Supplier<ObjectMapper> complete;

  /** Creates a codec with this library's settings. */
  public JacksonJson() {
    this(Mappers.plain().build(), () -> Mappers.withTime().build(), Optional.empty());
  }

  /**
   * Creates a codec with a mapper, for example from {@link #mapper}. The mapper must not be changed
   * afterwards.
   */
  public JacksonJson(ObjectMapper mapper) {
    this(mapper, () -> mapper, Optional.of(OneName.refusing(mapper)));
  }

  private JacksonJson(
      ObjectMapper mapper, Supplier<ObjectMapper> complete, Optional<ObjectMapper> reading) {
    this.mapper = mapper;
    this.complete = complete;
    this.reading = reading;
    // Read as doubles, two keys that differ in a late digit would be one.
    this.exactNumbers =
        mapper
            .reader()
            .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .without(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES);
  }

  /** Returns a mapper with this library's settings, to which you can add further settings. */
  public static JsonMapper.Builder mapper() {
    return Mappers.withTime();
  }

  /**
   * {@inheritDoc}
   *
   * @throws ConfigurationException if no body can ever be read as this type. Every other failure
   *     counts as a fault of the body, so that the message never holds up the messages behind it
   */
  @Override
  public <T> T read(String body, Class<T> type) {
    return read(body, PayloadType.of(type));
  }

  /**
   * {@inheritDoc}
   *
   * @throws ConfigurationException as {@link #read(String, Class)} does
   */
  @Override
  public <T> T read(String body, PayloadType<T> type) {
    try {
      return with(it ->
              Optional.ofNullable(StrictJson.read(reading.orElse(it).reader(), body, type)))
          .orElseThrow(() -> new UnreadableMessageException(NULL_BODY, REMEDY));
    } catch (EffectivelyOnceException own) {
      throw own;
    } catch (InvalidDefinitionException e) {
      // Data may cause it too: a member that is there twice, a subtype that it names.
      throw whyNeverRead(type.type()).isPresent()
          ? new ConfigurationException(
              "Jackson can't read JSON as " + named(e, type.type()), TYPE_REMEDY)
          : unreadable(e);
    } catch (JsonProcessingException | RuntimeException | StackOverflowError e) {
      throw unreadable(e);
    }
  }

  private static UnreadableMessageException unreadable(Throwable fault) {
    // Jackson takes an error of a constructor for a fault of the data.
    Causes.of(fault).forEach(FatalProcessError::throwIfShownBy);
    return new UnreadableMessageException(describe(fault), REMEDY);
  }

  @Override
  public Optional<String> at(String body, String pointer) {
    try {
      JsonNode tree = StrictJson.read(exactNumbers, body, PayloadType.of(JsonNode.class));
      JsonNode node = pointed(tree, JsonPointer.compile(pointer));
      if (node.isContainerNode()) {
        throw new InvalidKeyException(
            "The value at \"%s\" is an %s, and no key"
                .formatted(pointer, node.isObject() ? "object" : "array"),
            "Point at a string, number or boolean in it");
      }
      return node.isValueNode() && !node.isNull() ? Optional.of(node.asText()) : Optional.empty();
    } catch (JsonProcessingException | StackOverflowError | NumberFormatException e) {
      // Jackson does not wrap the NumberFormatException of too large an exponent.
      throw unreadable(e);
    }
  }

  /** Returns what is there. A body that can't hold it has the same fault as in {@link #read}. */
  private static JsonNode pointed(JsonNode body, JsonPointer place) {
    if (body.isNull()) {
      throw new UnreadableMessageException(NULL_BODY, REMEDY);
    }
    boolean canHoldIt = body.isObject() || (body.isArray() && place.getMatchingIndex() >= 0);
    if (!place.matches() && !canHoldIt) {
      throw new UnreadableMessageException(OTHER_TYPE, REMEDY);
    }
    return body.at(place);
  }

  @Override
  public String write(Object value) throws JsonProcessingException {
    return with(it -> it.writeValueAsString(value));
  }

  private <T> T with(Use<T> use) throws JsonProcessingException {
    try {
      return use.of(mapper);
    } catch (InvalidDefinitionException e) {
      return use.of(completed());
    }
  }

  /** Adds the types of time when first needed: they cost a cold start some tens of milliseconds. */
  private synchronized ObjectMapper completed() {
    ObjectMapper built = complete.get();
    complete = () -> built;
    mapper = built;
    return built;
  }

  /** Returns the type that Jackson can't make, and the message's type that holds it. */
  private static String named(InvalidDefinitionException e, Type message) {
    Optional<String> type = Optional.ofNullable(e.getType()).map(it -> it.getRawClass().getName());
    return type.filter(it -> !it.equals(message.getTypeName()))
        .map(it -> it + ", which is in " + message.getTypeName())
        .orElse(message.getTypeName());
  }

  @Override
  public Optional<String> whyNeverRead(Type type) {
    return new ReadableTypes(mapper)
        .problem(type)
        .flatMap(ignored -> new ReadableTypes(completed()).problem(type));
  }

  @Override
  public KeyPlace placeOf(Type type, String pointer) {
    return new PointedTypes(mapper).placeOf(type, JsonPointer.compile(pointer));
  }

  /** Describes the place by field names and position: Jackson's own text may quote the content. */
  private static String describe(Throwable fault) {
    if (StrictJson.isRepetition(fault)) {
      return "The body names a member twice";
    }
    if (fault instanceof PropertyBindingException) {
      return "The body has a field that its type does not allow";
    }
    if (fault instanceof JsonMappingException mapping && !mapping.getPath().isEmpty()) {
      return "The body's field " + path(mapping) + " does not fit";
    }
    if (fault instanceof JsonMappingException || fault instanceof InputCoercionException) {
      return OTHER_TYPE;
    }
    if (fault instanceof JsonProcessingException parsing && parsing.getLocation() != null) {
      return "The body is not JSON, from line "
          + parsing.getLocation().getLineNr()
          + " column "
          + parsing.getLocation().getColumnNr();
    }
    return "The body is not JSON that can be read";
  }

  private static String path(JsonMappingException mapping) {
    return mapping.getPath().stream().map(JacksonJson::name).collect(Collectors.joining("."));
  }

  /** Names the step if it is a field; the keys of a map are content. */
  private static String name(Reference step) {
    if (step.getFieldName() == null) {
      return "[" + step.getIndex() + "]";
    }
    return step.getFrom() instanceof Map ? "*" : step.getFieldName();
  }
}
