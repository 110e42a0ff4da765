package dev.effectivelyonce.sqs;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBase;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.DefaultDeserializationContext;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import com.fasterxml.jackson.databind.util.NameTransformer;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Refuses an object in which two names, one of them an alias, stand for one member. */
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
