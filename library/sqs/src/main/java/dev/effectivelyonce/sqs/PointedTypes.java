package dev.effectivelyonce.sqs;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import dev.effectivelyonce.sqs.JsonCodec.KeyPlace;
import java.lang.reflect.Type;
import java.util.Optional;

/** Finds what message types show about a place in their JSON. Knows records and containers. */
final class PointedTypes {
  private final DeserializationConfig config;

  PointedTypes(ObjectMapper mapper) {
    this.config = mapper.getDeserializationConfig();
  }

  KeyPlace placeOf(Type type, JsonPointer pointer) {
    return at(config.getTypeFactory().constructType(type), pointer)
        .filter(this::isNeverAValue)
        .map(never -> KeyPlace.NEVER_A_VALUE)
        .orElse(KeyPlace.PERHAPS_A_VALUE);
  }

  /** Returns the type at the place; empty where the types do not show it. */
  private Optional<JavaType> at(JavaType type, JsonPointer pointer) {
    if (pointer.matches()) {
      return Optional.of(type);
    }
    return isPlainRecord(type)
        ? config.introspect(type).findProperties().stream()
            .filter(member -> member.getName().equals(pointer.getMatchingProperty()))
            .map(BeanPropertyDefinition::getPrimaryType)
            .findFirst()
            .flatMap(next -> at(next, pointer.tail()))
        : Optional.empty();
  }

  private boolean isNeverAValue(JavaType type) {
    return isPlainRecord(type)
        || (type.isContainerType()
            && !config.isEnabled(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
            && !type.hasRawClass(byte[].class)
            && !type.hasRawClass(char[].class));
  }

  /** Returns whether Jackson reads it from an object only: a user's own creator may take a text. */
  private boolean isPlainRecord(JavaType type) {
    return type.isRecordType()
        && config.introspect(type).getFactoryMethods().isEmpty()
        && type.getRawClass().getDeclaredConstructors().length == 1
        && type.getRawClass().getRecordComponents().length > 1;
  }
}
