package dev.effectivelyonce.sqs;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBase;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.ContextualKeyDeserializer;
import com.fasterxml.jackson.databind.deser.DefaultDeserializationContext;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import com.fasterxml.jackson.databind.util.NameTransformer;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses an object in which two names stand for one member, as a name and its alias do, or for one
 * key of a map, as 1 and 01 do for an Integer.
 */
final class OneName extends BeanDeserializerModifier {
  private static final long serialVersionUID = 1L;

  /**
   * Returns a mapper that reads as another one does, but for this. The other one stays as it is.
   */
  static ObjectMapper refusing(ObjectMapper mapper) {
    ObjectMapper reading =
        new ObjectMapper(
            mapper.getFactory(),
            null,
            new DefaultDeserializationContext.Impl(
                mapper
                    .getDeserializationContext()
                    .getFactory()
                    .withDeserializerModifier(new OneName())));
    reading.setTypeFactory(mapper.getTypeFactory());
    reading.setInjectableValues(mapper.getInjectableValues());
    return reading.setConfig(mapper.getDeserializationConfig());
  }

  @Override
  public JsonDeserializer<?> modifyDeserializer(
      DeserializationConfig config, BeanDescription description, JsonDeserializer<?> reader) {
    boolean hasOtherNames =
        config.isEnabled(MapperFeature.ACCEPT_CASE_INSENSITIVE_PROPERTIES)
            || description.findProperties().stream().anyMatch(it -> !it.findAliases().isEmpty());
    return hasOtherNames && reader instanceof BeanDeserializerBase ? new Watched(reader) : reader;
  }

  @Override
  public KeyDeserializer modifyKeyDeserializer(
      DeserializationConfig config, JavaType type, KeyDeserializer reader) {
    return type.hasRawClass(String.class) ? reader : new OneKey(reader);
  }

  /**
   * Keeps the keys of a map as the parser's current value while its entries are read, where Jackson
   * does not keep the map itself there.
   */
  private static final class OneKey extends KeyDeserializer implements ContextualKeyDeserializer {
    private final KeyDeserializer reader;

    OneKey(KeyDeserializer reader) {
      this.reader = reader;
    }

    @Override
    public KeyDeserializer createContextual(
        DeserializationContext context, @Nullable BeanProperty property)
        throws JsonMappingException {
      return reader instanceof ContextualKeyDeserializer contextual
          ? new OneKey(contextual.createContextual(context, property))
          : this;
    }

    @Override
    public @Nullable Object deserializeKey(String name, DeserializationContext context)
        throws IOException {
      Object key = reader.deserializeKey(name, context);
      JsonParser parser = context.getParser();
      if (parser.currentValue() == null) {
        parser.assignCurrentValue(new Keys(this));
      }
      if (key != null && isRepeated(key, parser.currentValue())) {
        throw StrictJson.repetition(parser, name);
      }
      return key;
    }

    private boolean isRepeated(Object key, @Nullable Object ofMap) {
      return switch (ofMap) {
        case Keys seen -> seen.of == this && !seen.all.add(key);
        case Map<?, ?> read -> read.containsKey(key);
        case null, default -> false;
      };
    }
  }

  /**
   * The keys of one map. A mapper may have a second reader of keys like the one that began them.
   */
  private static final class Keys {
    private final OneKey of;
    private final Set<Object> all = new HashSet<>();

    Keys(OneKey of) {
      this.of = of;
    }
  }

  private static final class Watched extends DelegatingDeserializer {
    private static final long serialVersionUID = 1L;

    Watched(JsonDeserializer<?> reader) {
      super(reader);
    }

    @Override
    protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> reader) {
      return new Watched(reader);
    }

    @Override
    @SuppressWarnings("unchecked")
    public JsonDeserializer<Object> unwrappingDeserializer(NameTransformer names) {
      return (JsonDeserializer<Object>) _delegatee.unwrappingDeserializer(names);
    }

    @Override
    public Object deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      return _delegatee instanceof BeanDeserializerBase bean
          ? super.deserialize(new Names(parser, bean), context)
          : super.deserialize(parser, context);
    }
  }

  /** Sees the names of the members of one object, and not of those in it. */
  private static final class Names extends StrictJson.StepByStep {
    private final BeanDeserializerBase bean;
    private final Set<String> seen = new HashSet<>();
    private int depth;

    Names(JsonParser parser, BeanDeserializerBase bean) throws IOException {
      super(parser);
      this.bean = bean;
      if (parser.hasToken(JsonToken.FIELD_NAME)) {
        depth = 1;
        see(parser.currentName());
      } else if (parser.hasToken(JsonToken.START_OBJECT)) {
        depth = 1;
      }
    }

    @Override
    public @Nullable JsonToken nextToken() throws IOException {
      JsonToken token = super.nextToken();
      if (token != null) {
        depth += token.isStructStart() ? 1 : 0;
        depth -= token.isStructEnd() ? 1 : 0;
        if (token == JsonToken.FIELD_NAME && depth == 1) {
          see(currentName());
        }
      }
      return token;
    }

    private void see(String name) throws IOException {
      SettableBeanProperty member = bean.findProperty(name);
      if (member != null && !seen.add(member.getName())) {
        throw StrictJson.repetition(this, name);
      }
    }
  }
}
