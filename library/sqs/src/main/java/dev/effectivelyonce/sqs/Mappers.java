package dev.effectivelyonce.sqs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.effectivelyonce.core.ConfigurationException;
import java.util.Optional;

/** Makes Jackson's mappers with this library's settings. */
final class Mappers {
  static final String MODULE_OF_KOTLIN = "com.fasterxml.jackson.module.kotlin.KotlinModule";

  /** Found by its name, without a search: it need not be on the class path. */
  private static final Optional<Class<? extends Module>> KOTLIN = found(MODULE_OF_KOTLIN);

  private Mappers() {}

  /** Makes a mapper for messages without times. */
  static JsonMapper.Builder plain() {
    JsonMapper.Builder builder =
        JsonMapper.builder(factory())
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .withCoercionConfigDefaults(
                it -> it.setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail))
            // From the start: without it, an Optional that a body leaves out is null.
            .addModule(new Jdk8Module())
            .addModule(new SimpleModule().setDeserializerModifier(new ExactNumbers()))
            .addModule(new SimpleModule().setDeserializerModifier(new WholeTimes()))
            // Before the next, as the first module sees a reader last.
            .addModule(new SimpleModule().setDeserializerModifier(new NoneMissing()))
            .addModule(new SimpleModule().setDeserializerModifier(new OneName()))
            .addModule(new SimpleModule().setSerializerModifier(new DataAlone()));
    KOTLIN.map(Mappers::made).ifPresent(builder::addModule);
    return builder;
  }

  /** Makes one for {@code java.time}: times are texts, and keep the offset that a text has. */
  static JsonMapper.Builder withTime() {
    return plain()
        .addModule(new JavaTimeModule())
        .disable(DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
        .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
        .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS);
  }

  /** Avoids Jackson's buffers for each thread, which each virtual thread would make anew. */
  private static JsonFactory factory() {
    return JsonFactory.builder().recyclerPool(JsonRecyclerPools.newConcurrentDequePool()).build();
  }

  private static Optional<Class<? extends Module>> found(String module) {
    try {
      return Optional.of(Class.forName(module).asSubclass(Module.class));
    } catch (ClassNotFoundException none) {
      return Optional.empty();
    }
  }

  private static Module made(Class<? extends Module> module) {
    try {
      return module.getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new ConfigurationException(
          "The jackson-module-kotlin on the class path can't be used",
          "Use the version that Jackson's BOM has");
    }
  }
}
