package dev.effectivelyonce.sqs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.exc.PropertyBindingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * JSON by Jackson. Unknown fields are ignored, so that producers may add some; a missing or null
 * number, boolean or other primitive is refused rather than read as zero, and so is text behind the
 * value. Nesting is limited to Jackson's default of 1,000 levels.
 */
public final class JacksonJson implements JsonCodec {
  private static final String REMEDY =
      "Send JSON of the type that the consumer names, or move the message aside";

  private final ObjectMapper mapper;
  private final ObjectReader exactNumbers;

  /** With this library's settings. */
  public JacksonJson() {
    this(
        JsonMapper.builder(factory())
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build());
  }

  /** With a mapper of your own, which is not changed afterwards. */
  public JacksonJson(ObjectMapper mapper) {
    this.mapper = mapper;
    // Read as doubles, two keys that differ in a late digit would be one.
    this.exactNumbers =
        mapper
            .reader()
            .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .without(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES);
  }

  /** Jackson's own way keeps buffers for each thread: a virtual thread would make them anew. */
  private static JsonFactory factory() {
    return JsonFactory.builder().recyclerPool(JsonRecyclerPools.newConcurrentDequePool()).build();
  }

  @Override
  public <T> T read(String body, Class<T> type) {
    try {
      return Optional.ofNullable(mapper.readValue(body, type))
          .orElseThrow(() -> new UnreadableMessageException("The body is JSON null", REMEDY));
    } catch (JsonProcessingException | StackOverflowError e) {
      throw new UnreadableMessageException(describe(e), REMEDY);
    }
  }

  @Override
  public Optional<String> at(String body, String pointer) {
    try {
      JsonNode node = exactNumbers.readTree(body).at(JsonPointer.compile(pointer));
      return node.isValueNode() && !node.isNull() ? Optional.of(node.asText()) : Optional.empty();
    } catch (JsonProcessingException | StackOverflowError e) {
      throw new UnreadableMessageException(describe(e), REMEDY);
    }
  }

  @Override
  public String write(Object value) throws JsonProcessingException {
    return mapper.writeValueAsString(value);
  }

  @Override
  public Optional<String> whyNeverRead(Class<?> type) {
    return new ReadableTypes(mapper).problem(type);
  }

  /** Where it failed, by field names and position: Jackson's own text may quote the content. */
  private static String describe(Throwable fault) {
    if (fault instanceof PropertyBindingException) {
      return "The body has a field that its type does not allow";
    }
    if (fault instanceof JsonMappingException mapping && !mapping.getPath().isEmpty()) {
      return "The body's field " + path(mapping) + " does not fit";
    }
    if (fault instanceof JsonMappingException) {
      return "The body is JSON of another type";
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

  /** The fields of a type are its author's words; the keys of a map are content. */
  private static String name(Reference step) {
    if (step.getFieldName() == null) {
      return "[" + step.getIndex() + "]";
    }
    return step.getFrom() instanceof Map ? "*" : step.getFieldName();
  }
}
