package dev.effectivelyonce.sqs;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.deser.AbstractDeserializer;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBase;
import com.fasterxml.jackson.databind.deser.DefaultDeserializationContext;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.deser.ValueInstantiator;
import com.fasterxml.jackson.databind.deser.impl.UnsupportedTypeDeserializer;
import com.fasterxml.jackson.databind.deser.std.ContainerDeserializerBase;
import com.fasterxml.jackson.databind.deser.std.ReferenceTypeDeserializer;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedMethod;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Finds the place at which Jackson can never read a type, whatever the text. For one use. */
final class ReadableTypes {
  private final ObjectMapper mapper;
  private final DeserializationConfig config;
  private final DeserializationContext context;
  private final Set<JsonDeserializer<?>> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<JavaType> seenBases = new HashSet<>();

  ReadableTypes(ObjectMapper mapper) {
    this.mapper = mapper;
    this.config = mapper.getDeserializationConfig();
    this.context =
        ((DefaultDeserializationContext) mapper.getDeserializationContext())
            .createDummyInstance(config);
  }

  /** Returns what is wrong and what to do; empty where nothing is known against the type. */
  Optional<String> problem(Type type) {
    return problem(mapper.constructType(type), type.getTypeName());
  }

  private Optional<String> problem(@Nullable JavaType type, String place) {
    if (type == null) {
      return Optional.empty();
    }
    if (type.getValueHandler() instanceof JsonDeserializer<?> declared) {
      return problem(declared, type, place);
    }
    try {
      return type.getTypeHandler() == null && config.findTypeDeserializer(type) == null
          ? problem(context.findRootValueDeserializer(type), type, place)
          : subtypes(type, place);
    } catch (JsonMappingException | IllegalArgumentException e) {
      return unreadable(
          e instanceof InvalidDefinitionException definition && definition.getType() != null
              ? definition.getType()
              : type,
          place);
    }
  }

  /** Looks at what the text may name. A base need not be readable itself. */
  private Optional<String> subtypes(JavaType base, String place) throws JsonMappingException {
    if (!seenBases.add(base)) {
      return Optional.empty();
    }
    Collection<NamedType> known =
        config
            .getSubtypeResolver()
            .collectAndResolveSubtypesByClass(
                config, config.introspectClassAnnotations(base).getClassInfo());
    for (NamedType named : known) {
      JavaType type = config.getTypeFactory().constructSpecializedType(base, named.getType());
      if (type.isConcrete() && (known.size() == 1 || !type.hasRawClass(base.getRawClass()))) {
        Optional<String> problem =
            problem(context.findContextualValueDeserializer(type, null), type, place);
        if (problem.isPresent()) {
          return problem;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> problem(
      @Nullable JsonDeserializer<?> reader, JavaType type, String place) {
    if (reader == null || !seen.add(reader)) {
      return Optional.empty();
    }
    return switch (reader) {
      case AbstractDeserializer ignored -> unreadable(type, place);
      case UnsupportedTypeDeserializer ignored -> unreadable(type, place);
      case ContainerDeserializerBase<?> container ->
          content(container.getContentType(), container.getContentDeserializer(), place + "[]");
      case ReferenceTypeDeserializer<?> reference ->
          problem(reference.getValueType().getContentType(), place);
      case BeanDeserializerBase bean -> bean(bean, place);
      default -> problem(reader.getDelegatee(), type, place);
    };
  }

  private Optional<String> content(
      JavaType type, @Nullable JsonDeserializer<?> reader, String place) {
    return reader == null || type.getTypeHandler() != null
        ? problem(type, place)
        : problem(reader, type, place);
  }

  private Optional<String> bean(BeanDeserializerBase bean, String place) {
    JavaType type = bean.getValueType();
    ValueInstantiator made = bean.getValueInstantiator();
    return Stream.<Function<JavaType, Optional<String>>>of(
            it -> withoutArgument(it, place),
            it -> ofKotlin(it, place),
            it -> made.canInstantiate() ? Optional.empty() : unreadable(it, place),
            it -> problem(made.getDelegateType(config), place),
            it -> problem(made.getArrayDelegateType(config), place),
            it -> fields(bean, place),
            it -> mixedIn(config.introspect(it), place))
        .flatMap(check -> check.apply(type).stream())
        .findFirst();
  }

  private Optional<String> fields(BeanDeserializerBase bean, String place) {
    Iterable<SettableBeanProperty> fields = bean::properties;
    return StreamSupport.stream(fields.spliterator(), false)
        .filter(SettableBeanProperty::hasValueDeserializer)
        .flatMap(field -> field(field, place + "." + field.getName()).stream())
        .findFirst();
  }

  private Optional<String> field(SettableBeanProperty field, String place) {
    return field.hasValueTypeDeserializer()
        ? problem(field.getType(), place)
        : problem(field.getValueDeserializer(), field.getType(), place);
  }

  /** Looks at members that are no field of their own: those unwrapped, and what any name is for. */
  private Optional<String> mixedIn(BeanDescription described, String place) {
    Stream<JavaType> unwrapped =
        described.findProperties().stream()
            .map(BeanPropertyDefinition::getPrimaryMember)
            .filter(it -> it != null && !it.hasAnnotation(JsonDeserialize.class))
            .filter(
                it -> config.getAnnotationIntrospector().findUnwrappingNameTransformer(it) != null)
            .map(AnnotatedMember::getType);
    Stream<JavaType> any =
        Optional.ofNullable(described.findAnySetterAccessor())
            .filter(it -> !it.hasAnnotation(JsonDeserialize.class))
            .map(
                it ->
                    it instanceof AnnotatedMethod setter
                        ? setter.getParameterType(1)
                        : it.getType().getContentType())
            .stream();
    return Stream.concat(unwrapped, any)
        .flatMap(type -> problem(type, place + ".*").stream())
        .findFirst();
  }

  /** What stands in the place of the argument would be read as a map, and be no such thing. */
  private static Optional<String> withoutArgument(JavaType type, String place) {
    return Stream.iterate(type, it -> it != null, JavaType::getSuperClass)
        .filter(it -> it.getBindings().isEmpty() && it.getRawClass().getTypeParameters().length > 0)
        .findFirst()
        .map(
            raw ->
                "%s at %s is generic, and nothing names its argument. Name it: in a field, as Event<Order>; for a whole message, by new TypeReference<Event<Order>>() {}."
                    .formatted(raw.getRawClass().getName(), place));
  }

  /** Without its module Jackson passes null and zero where Kotlin has neither. */
  private Optional<String> ofKotlin(JavaType type, String place) {
    boolean isOfKotlin =
        Arrays.stream(type.getRawClass().getAnnotations())
            .anyMatch(it -> it.annotationType().getName().equals("kotlin.Metadata"));
    return isOfKotlin && !mapper.getRegisteredModuleIds().contains(Mappers.MODULE_OF_KOTLIN)
        ? Optional.of(
            "%s at %s is a class of Kotlin, and the codec has no module for it. Add jackson-module-kotlin to the class path, and to the ObjectMapper if it is yours."
                .formatted(type.getRawClass().getName(), place))
        : Optional.empty();
  }

  private static Optional<String> unreadable(JavaType type, String place) {
    return Optional.of(
        "Jackson can't read %s at %s. Give the codec an ObjectMapper that can, or the field another type."
            .formatted(type.getRawClass().getName(), place));
  }
}
