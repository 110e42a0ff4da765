package dev.effectivelyonce.sqs;

import com.fasterxml.jackson.annotation.JsonFormat.Feature;
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
import com.fasterxml.jackson.databind.deser.DefaultDeserializationContext;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.type.MapType;
import com.fasterxml.jackson.databind.util.ClassUtil;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Refuses an object in which two names stand for one member, as a name and its alias do, or for one
 * key of a map, as 1 and 01 do for an Integer.
 */
final class OneName extends BeanDeserializerModifier {
  private static final long serialVersionUID = 1L;
  private static final Feature ANY_CASE = Feature.ACCEPT_CASE_INSENSITIVE_PROPERTIES;

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
            || Boolean.TRUE.equals(description.findExpectedFormat().getFeature(ANY_CASE))
            || description.findProperties().stream().anyMatch(it -> !it.findAliases().isEmpty());
    JavaType others =
        Optional.ofNullable(description.findAnySetterAccessor())
            .map(it -> keyOf(config, it))
            .filter(OneName::hasOtherNames)
            .orElse(null);
    return reader instanceof BeanDeserializerBase
        ? new WatchedObject(reader, hasOtherNames || others != null, others)
        : reader;
  }

  private static @Nullable JavaType keyOf(DeserializationConfig config, AnnotatedMember others) {
    JavaType key = others.getType().getKeyType();
    return key != null
            && config.getAnnotationIntrospector().findKeyDeserializer(others)
                instanceof Class<?> reader
        ? key.withValueHandler(ClassUtil.createInstance(reader, true))
        : key;
  }

  /** Says whether a key may have two names: it is no text, or has a reader of its own. */
  static boolean hasOtherNames(JavaType key) {
    return key.hasHandlers() || (!key.hasRawClass(String.class) && !key.hasRawClass(Object.class));
  }

  @Override
  public JsonDeserializer<?> modifyMapDeserializer(
      DeserializationConfig config,
      MapType type,
      BeanDescription description,
      JsonDeserializer<?> reader) {
    return new WatchedMap(reader, type);
  }

  /** Looks at the names of what it reads. */
  private abstract static class Watched extends DelegatingDeserializer {
    private static final long serialVersionUID = 1L;

    Watched(JsonDeserializer<?> reader) {
      super(reader);
    }

    abstract Meaning meaning(DeserializationContext context);

    @Override
    public Object deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      return super.deserialize(new Names(parser, meaning(context)), context);
    }

    /** Adds to what a field marked {@code @JsonMerge} has. */
    @Override
    public Object deserialize(JsonParser parser, DeserializationContext context, Object into)
        throws IOException {
      return super.deserialize(new Names(parser, meaning(context)), context, into);
    }

    /** A name that the key type's own reader refuses is left to the map's, which may be another. */
    static @Nullable Object key(JavaType type, String name, DeserializationContext context)
        throws IOException {
      if (type.isTypeOrSubTypeOf(Number.class)) {
        StrictJson.bound(name, context.getParser());
      }
      try {
        KeyDeserializer reader =
            type.getValueHandler() instanceof KeyDeserializer own
                ? own
                : context.findKeyDeserializer(type, null);
        Object key = reader.deserializeKey(name, context);
        return key instanceof BigDecimal number ? number.stripTrailingZeros() : key;
      } catch (JsonMappingException notOfIt) {
        return null;
      }
    }
  }

  private static final class WatchedObject extends Watched {
    private static final long serialVersionUID = 1L;
    private final boolean hasOtherNames;

    /** As what a name is read that is no member's own. */
    private final @Nullable JavaType others;

    WatchedObject(JsonDeserializer<?> reader, boolean hasOtherNames, @Nullable JavaType others) {
      super(reader);
      this.hasOtherNames = hasOtherNames;
      this.others = others;
    }

    @Override
    protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> reader) {
      return reader instanceof BeanDeserializerBase
          ? new WatchedObject(reader, hasOtherNames, others)
          : reader;
    }

    /** Leaves the reader alone where each member has but one name. */
    @Override
    public JsonDeserializer<?> createContextual(
        DeserializationContext context, @Nullable BeanProperty property)
        throws JsonMappingException {
      JsonDeserializer<?> contextual = super.createContextual(context, property);
      boolean inAnyCase =
          Boolean.TRUE.equals(findFormatFeature(context, property, handledType(), ANY_CASE));
      return contextual instanceof WatchedObject && !hasOtherNames && !inAnyCase
          ? contextual.getDelegatee()
          : contextual;
    }

    @Override
    Meaning meaning(DeserializationContext context) {
      BeanDeserializerBase object = (BeanDeserializerBase) _delegatee;
      return name -> {
        SettableBeanProperty member = object.findProperty(name);
        if (member != null) {
          return member.getName();
        }
        return others == null ? null : key(others, name, context);
      };
    }
  }

  private static final class WatchedMap extends Watched {
    private static final long serialVersionUID = 1L;
    private final MapType type;

    WatchedMap(JsonDeserializer<?> reader, MapType type) {
      super(reader);
      this.type = type;
    }

    @Override
    protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> reader) {
      return new WatchedMap(reader, type);
    }

    /** Java's own maps that Jackson makes keep texts apart. */
    @Override
    public Object deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      if (!hasOtherNames(type.getKeyType()) && type.getRawClass().getName().startsWith("java.")) {
        return _delegatee.deserialize(parser, context);
      }
      Names names = new Names(parser, meaning(context));
      return checked(_delegatee.deserialize(names, context), names);
    }

    @Override
    @SuppressWarnings("unchecked")
    public Object deserialize(JsonParser parser, DeserializationContext context, Object into)
        throws IOException {
      Names names = new Names(parser, meaning(context));
      return checked(
          ((JsonDeserializer<Object>) _delegatee).deserialize(names, context, into), names);
    }

    private static Object checked(Object read, Names names) throws IOException {
      if (read instanceof Map<?, ?> map && isOneForTwo(map, names.seen)) {
        throw StrictJson.repetition(names, "");
      }
      return read;
    }

    /** Says whether a map takes two of these keys for one, as one that ignores case does. */
    @SuppressWarnings("unchecked")
    private static boolean isOneForTwo(Map<?, ?> map, Set<Object> keys) {
      if (map instanceof SortedMap<?, ?> sorted && sorted.comparator() != null) {
        Set<Object> apart = new TreeSet<>((Comparator<Object>) sorted.comparator());
        return !keys.stream().allMatch(apart::add);
      }
      return keys.stream().filter(map::containsKey).count() > map.size();
    }

    @Override
    Meaning meaning(DeserializationContext context) {
      return name -> key(type.getKeyType(), name, context);
    }
  }

  /** What a name stands for; null where it may be repeated. */
  private interface Meaning {
    @Nullable Object of(String name) throws IOException;
  }

  /** Sees the names of the members of one object, and not of those in it. */
  private static final class Names extends StrictJson.StepByStep {
    private final Meaning meaning;
    private final Set<Object> seen = new HashSet<>();
    private int depth;

    Names(JsonParser parser, Meaning meaning) throws IOException {
      super(parser);
      this.meaning = meaning;
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
      Object member = meaning.of(name);
      if (member != null && !seen.add(member)) {
        throw StrictJson.repetition(this, name);
      }
    }
  }
}
