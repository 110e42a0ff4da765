package dev.effectivelyonce.sqs;

import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.AbstractDeserializer;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBase;
import com.fasterxml.jackson.databind.deser.DefaultDeserializationContext;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.deser.impl.UnsupportedTypeDeserializer;
import com.fasterxml.jackson.databind.deser.std.ContainerDeserializerBase;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the place at which Jackson can never read a type, whatever the text. For one use. */
final class ReadableTypes {
  private final ObjectMapper mapper;
  private final DeserializationContext context;
  private final Set<JsonDeserializer<?>> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  ReadableTypes(ObjectMapper mapper) {
    this.mapper = mapper;
    this.context =
        ((DefaultDeserializationContext) mapper.getDeserializationContext())
            .createDummyInstance(mapper.getDeserializationConfig());
  }

  /** Returns what is wrong and what to do; empty where nothing is known against the type. */
  Optional<String> problem(Class<?> type) {
    return problem(mapper.constructType(type), type.getName());
  }

  private Optional<String> problem(JavaType type, String place) {
    try {
      // If the text names its subtype, only that subtype has to be readable.
      return type.getTypeHandler() == null
              && mapper.getDeserializationConfig().findTypeDeserializer(type) == null
          ? problem(context.findRootValueDeserializer(type), type, place)
          : Optional.empty();
    } catch (JsonMappingException | IllegalArgumentException e) {
      return unreadable(type, place);
    }
  }

  private Optional<String> problem(JsonDeserializer<?> reader, JavaType type, String place) {
    if (!seen.add(reader)) {
      return Optional.empty();
    }
    return switch (reader) {
      case AbstractDeserializer ignored -> unreadable(type, place);
      case UnsupportedTypeDeserializer ignored -> unreadable(type, place);
      case ContainerDeserializerBase<?> container ->
          content(container.getContentType(), container.getContentDeserializer(), place + "[]");
      case BeanDeserializerBase bean -> bean(bean, type, place);
      default -> Optional.empty();
    };
  }

  private Optional<String> content(
      JavaType type, @Nullable JsonDeserializer<?> reader, String place) {
    return reader == null || type.getTypeHandler() != null
        ? problem(type, place)
        : problem(reader, type, place);
  }

  private Optional<String> bean(BeanDeserializerBase bean, JavaType type, String place) {
    if (!bean.getValueInstantiator().canInstantiate()) {
      return unreadable(type, place);
    }
    Iterator<SettableBeanProperty> fields = bean.properties();
    while (fields.hasNext()) {
      SettableBeanProperty field = fields.next();
      Optional<String> problem =
          field.hasValueTypeDeserializer() || !field.hasValueDeserializer()
              ? Optional.empty()
              : problem(
                  field.getValueDeserializer(), field.getType(), place + "." + field.getName());
      if (problem.isPresent()) {
        return problem;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> unreadable(JavaType type, String place) {
    return Optional.of(
        "Jackson can't read %s at %s. Give the codec an ObjectMapper that can, or the field another type."
            .formatted(type.getRawClass().getName(), place));
  }
}
