package dev.effectivelyonce.sqs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A record whose JSON leaves no choice: its components are texts, whole numbers and booleans, and
 * nothing about it could tell Jackson's mapper to do otherwise. What is not plain in a body, and
 * every fault, gives an empty answer: the mapper decides it then.
 */
final class PlainRecord {
  private static final Set<Class<?>> TYPES =
      Set.of(
          String.class,
          int.class,
          Integer.class,
          long.class,
          Long.class,
          boolean.class,
          Boolean.class);

  private final Constructor<?> constructor;
  private final List<RecordComponent> components;
  private final Map<String, Integer> places = new HashMap<>();

  private PlainRecord(Constructor<?> constructor, List<RecordComponent> components) {
    this.constructor = constructor;
    this.components = components;
    for (RecordComponent component : components) {
      places.put(component.getName(), places.size());
    }
  }

  /** The view of a type, if it is such a record. */
  static Optional<PlainRecord> of(Class<?> type) {
    if (!isPlain(type)) {
      return Optional.empty();
    }
    List<RecordComponent> components = List.of(type.getRecordComponents());
    Constructor<?> constructor = type.getDeclaredConstructors()[0];
    try {
      constructor.setAccessible(true);
      components.forEach(component -> component.getAccessor().setAccessible(true));
      return Optional.of(new PlainRecord(constructor, components));
    } catch (InaccessibleObjectException e) {
      return Optional.empty();
    }
  }

  /** The record in a body that has each component once, and of its own kind. */
  Optional<Object> read(JsonFactory json, String body) {
    @Nullable Object[] values = new Object[components.size()];
    try (JsonParser parser = json.createParser(body)) {
      boolean isWhole = fill(values, parser) && parser.nextToken() == null;
      return isWhole && Arrays.stream(values).allMatch(value -> value != null)
          ? Optional.of(constructor.newInstance(values))
          : Optional.empty();
    } catch (IOException | ReflectiveOperationException e) {
      return Optional.empty();
    }
  }

  /** A value of this type as JSON. */
  Optional<String> write(JsonFactory json, Object value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = json.createGenerator(text)) {
      generator.writeStartObject();
      for (RecordComponent component : components) {
        generator.writeFieldName(component.getName());
        write(generator, component.getAccessor().invoke(value));
      }
      generator.writeEndObject();
    } catch (IOException | ReflectiveOperationException e) {
      return Optional.empty();
    }
    return Optional.of(text.toString());
  }

  private boolean fill(@Nullable Object[] values, JsonParser parser) throws IOException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      return false;
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      Integer place = places.get(parser.currentName());
      JsonToken token = parser.nextToken();
      if (place == null) {
        parser.skipChildren();
      } else if (values[place] == null) {
        values[place] = value(parser, token, components.get(place).getType());
      } else {
        return false;
      }
    }
    return true;
  }

  private static @Nullable Object value(JsonParser parser, JsonToken token, Class<?> type)
      throws IOException {
    if (type == String.class) {
      return token == JsonToken.VALUE_STRING ? parser.getText() : null;
    }
    if (type == boolean.class || type == Boolean.class) {
      return token.isBoolean() ? (Object) parser.getBooleanValue() : null;
    }
    if (token != JsonToken.VALUE_NUMBER_INT) {
      return null;
    }
    return type == int.class || type == Integer.class
        ? (Object) parser.getIntValue()
        : (Object) parser.getLongValue();
  }

  private static void write(JsonGenerator generator, @Nullable Object value) throws IOException {
    // Not a pattern switch: the JDK would generate code for it at the first call.
    if (value instanceof String text) {
      generator.writeString(text);
    } else if (value instanceof Number number) {
      generator.writeNumber(number.longValue());
    } else if (value instanceof Boolean choice) {
      generator.writeBoolean(choice);
    } else {
      generator.writeNull();
    }
  }

  private static boolean isPlain(Class<?> type) {
    return type.isRecord()
        && type.getInterfaces().length == 0
        && type.getDeclaredConstructors().length == 1
        && Arrays.stream(type.getRecordComponents()).allMatch(it -> TYPES.contains(it.getType()))
        && Arrays.stream(type.getDeclaredMethods()).noneMatch(PlainRecord::isProperty)
        && annotated(type).allMatch(element -> element.getAnnotations().length == 0);
  }

  /** The mapper would take it for a getter or a setter. */
  private static boolean isProperty(Method method) {
    return Stream.of("get", "is", "set").anyMatch(method.getName()::startsWith);
  }

  private static Stream<AnnotatedElement> annotated(Class<?> type) {
    Constructor<?> constructor = type.getDeclaredConstructors()[0];
    return Stream.of(
            Stream.of(type, constructor),
            Arrays.stream(constructor.getParameters()),
            Arrays.stream(type.getRecordComponents()),
            Arrays.stream(type.getDeclaredFields()),
            Arrays.stream(type.getDeclaredMethods()))
        .flatMap(elements -> elements);
  }
}
