package dev.effectivelyonce.sqs;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.ser.impl.UnsupportedTypeSerializer;
import com.fasterxml.jackson.databind.ser.std.BeanSerializerBase;
import java.util.List;

/**
 * Lets Jackson write no thread, lock or generator of the JDK, at any depth: what their getters
 * return says nothing to those who read it. Types of the JDK that are data have a serializer of
 * their own.
 */
final class DataAlone extends BeanSerializerModifier {
  private static final long serialVersionUID = 1L;

  private static final List<String> PACKAGES =
      List.of("java.io.", "java.lang.", "java.net.", "java.nio.", "java.util.");

  @Override
  public JsonSerializer<?> modifySerializer(
      SerializationConfig config, BeanDescription description, JsonSerializer<?> writer) {
    Class<?> type = description.getBeanClass();
    return writer instanceof BeanSerializerBase
            && PACKAGES.stream().anyMatch(type.getName()::startsWith)
        ? new UnsupportedTypeSerializer(
            description.getType(), type.getName() + " holds no data: return what is to be kept")
        : writer;
  }
}
