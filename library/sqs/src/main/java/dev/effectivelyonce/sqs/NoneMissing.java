package dev.effectivelyonce.sqs;

import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBase;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.CreatorProperty;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.deser.impl.BeanAsArrayBuilderDeserializer;
import com.fasterxml.jackson.databind.deser.impl.BeanAsArrayDeserializer;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Refuses an object without a member that its type needs: a primitive, or one marked as required.
 * Jackson looks only for those that a constructor takes, and leaves a field or setter alone.
 */
final class NoneMissing extends BeanDeserializerModifier {
  private static final long serialVersionUID = 1L;

  /** Not the mapper's own, as Kotlin's says so of each member that has a value without it. */
  private static final JacksonAnnotationIntrospector MARKS = new JacksonAnnotationIntrospector();

  @Override
  public JsonDeserializer<?> modifyDeserializer(
      DeserializationConfig config, BeanDescription description, JsonDeserializer<?> reader) {
    return config.isEnabled(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            && !needed(reader).isEmpty()
        ? new Complete(reader)
        : reader;
  }

  private static @Nullable BeanDeserializerBase bean(@Nullable JsonDeserializer<?> reader) {
    return reader == null || reader instanceof BeanDeserializerBase
        ? (BeanDeserializerBase) reader
        : bean(reader.getDelegatee());
  }

  private static List<SettableBeanProperty> members(BeanDeserializerBase bean) {
    Iterable<SettableBeanProperty> members = bean::properties;
    return StreamSupport.stream(members.spliterator(), false).toList();
  }

  private static List<SettableBeanProperty> needed(JsonDeserializer<?> reader) {
    BeanDeserializerBase bean = bean(reader);
    return bean == null || bean.getValueInstantiator().canCreateUsingDelegate()
        ? List.of()
        : members(bean).stream().filter(NoneMissing::isNeeded).toList();
  }

  private static boolean isNeeded(SettableBeanProperty member) {
    return !(member instanceof CreatorProperty)
        && !member.isIgnorable()
        && member.getInjectableValueId() == null
        && member.getMetadata().getValueNulls() != Nulls.SKIP
        && (member.getType().isPrimitive()
            || (member.getMember() != null
                && Boolean.TRUE.equals(MARKS.hasRequiredMarker(member.getMember()))));
  }

  private static final class Complete extends DelegatingDeserializer {
    private static final long serialVersionUID = 1L;

    Complete(JsonDeserializer<?> reader) {
      super(reader);
    }

    @Override
    protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> reader) {
      return new Complete(reader);
    }

    @Override
    public Object deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      BeanDeserializerBase bean = bean(_delegatee);
      if (bean == null || !isOfMembers(parser, bean)) {
        return super.deserialize(parser, context);
      }
      Members members = new Members(parser);
      Object read = super.deserialize(members, context);
      List<String> all = members(bean).stream().map(SettableBeanProperty::getName).toList();
      for (SettableBeanProperty member : needed(bean)) {
        String name = member.getName();
        if (members.elements <= all.indexOf(name)
            && members.names.stream().noneMatch(it -> isOf(bean.findProperty(it), name))) {
          MismatchedInputException missing =
              MismatchedInputException.from(parser, handledType(), "A member is missing");
          missing.prependPath(handledType(), name);
          throw missing;
        }
      }
      return read;
    }

    /** Says so also where all that was there was the object's kind. */
    private static boolean isOfMembers(JsonParser parser, BeanDeserializerBase bean) {
      return parser.hasToken(JsonToken.START_ARRAY)
          ? bean instanceof BeanAsArrayDeserializer
              || bean instanceof BeanAsArrayBuilderDeserializer
          : parser.hasToken(JsonToken.START_OBJECT)
              || parser.hasToken(JsonToken.FIELD_NAME)
              || parser.hasToken(JsonToken.END_OBJECT);
    }

    private static boolean isOf(@Nullable SettableBeanProperty member, String name) {
      return member != null && member.getName().equals(name);
    }
  }

  /** Sees the names of the members of one object, or counts those of one in an array. */
  private static final class Members extends StrictJson.StepByStep {
    private final Set<String> names = new HashSet<>();
    private final boolean isArray;
    private int elements;
    private int depth = 1;

    Members(JsonParser parser) throws IOException {
      super(parser);
      if (parser.hasToken(JsonToken.FIELD_NAME)) {
        names.add(parser.currentName());
      }
      isArray = parser.hasToken(JsonToken.START_ARRAY);
    }

    @Override
    public @Nullable JsonToken nextToken() throws IOException {
      JsonToken token = super.nextToken();
      if (token != null) {
        depth -= token.isStructEnd() ? 1 : 0;
        if (depth == 1 && token == JsonToken.FIELD_NAME) {
          names.add(currentName());
        } else if (depth == 1 && isArray && !token.isStructEnd()) {
          elements++;
        }
        depth += token.isStructStart() ? 1 : 0;
      }
      return token;
    }
  }
}
