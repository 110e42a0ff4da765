package dev.effectivelyonce.sqs;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonCreator;
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
import com.fasterxml.jackson.databind.introspect.AnnotatedField;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedMethod;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.AnnotatedWithParams;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import com.fasterxml.jackson.databind.type.TypeBindings;
import java.io.Serializable;
import java.lang.reflect.Executable;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
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
  /** What Jackson reads as text, number, list or map, as the message has it. */
  private static final Set<Type> ANYTHING = Set.of(Object.class, Serializable.class);

  /** Stands for an argument that nothing names. */
  private interface Unnamed {}

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
    return value(type, null, place);
  }

  private Optional<String> value(
      @Nullable JavaType type, @Nullable JsonDeserializer<?> known, String place) {
    // What has a handler is read by what the user names for it.
    if (type == null || type.getValueHandler() != null) {
      return Optional.empty();
    }
    try {
      return type.getTypeHandler() == null && config.findTypeDeserializer(type) == null
          ? problem(known == null ? context.findRootValueDeserializer(type) : known, type, place)
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
          value(container.getContentType(), container.getContentDeserializer(), place + "[]");
      case ReferenceTypeDeserializer<?> reference ->
          problem(reference.getValueType().getContentType(), place);
      case BeanDeserializerBase bean -> bean(bean, place);
      default -> problem(reader.getDelegatee(), type, place);
    };
  }

  private Optional<String> bean(BeanDeserializerBase bean, String place) {
    JavaType type = bean.getValueType();
    ValueInstantiator made = bean.getValueInstantiator();
    return Stream.<Function<JavaType, Optional<String>>>of(
            it -> ofKotlin(it, made, place),
            it -> isMade(made) ? Optional.empty() : unreadable(it, place),
            it -> delegate(made.getDelegateCreator(), made.getDelegateType(config), it, place),
            it ->
                delegate(
                    made.getArrayDelegateCreator(), made.getArrayDelegateType(config), it, place),
            it -> fields(bean, place),
            it -> keysOfOthers(bean, place),
            it -> mixedIn(config.introspect(it), place))
        .flatMap(check -> check.apply(type).stream())
        .findFirst();
  }

  /** Jackson's own answer leaves out the large numbers. */
  private static boolean isMade(ValueInstantiator made) {
    return made.canInstantiate()
        || made.canCreateFromBigInteger()
        || made.canCreateFromBigDecimal();
  }

  private Optional<String> delegate(
      @Nullable AnnotatedWithParams maker, @Nullable JavaType from, JavaType bean, String place) {
    return maker == null
        ? problem(from, place)
        : withoutArgument(maker.getParameter(0), bean, place).or(() -> problem(from, place));
  }

  private Optional<String> fields(BeanDeserializerBase bean, String place) {
    Iterable<SettableBeanProperty> fields = bean::properties;
    return StreamSupport.stream(fields.spliterator(), false)
        .filter(field -> field.hasValueDeserializer() && !field.isIgnorable())
        .flatMap(
            field ->
                withoutArgument(field.getMember(), bean.getValueType(), place)
                    .or(
                        () ->
                            value(
                                field.getType(),
                                field.getValueDeserializer(),
                                place + "." + field.getName()))
                    .stream())
        .findFirst();
  }

  /** Jackson hands the names of other members to a constructor as texts, whatever it declares. */
  private static Optional<String> keysOfOthers(BeanDeserializerBase bean, String place) {
    Iterable<SettableBeanProperty> parameters = bean::creatorProperties;
    return StreamSupport.stream(parameters.spliterator(), false)
        .filter(it -> it.getMember() != null && it.getMember().hasAnnotation(JsonAnySetter.class))
        .map(it -> it.getType().getKeyType())
        .filter(key -> key != null && OneName.hasOtherNames(key))
        .findFirst()
        .map(
            key ->
                "The @JsonAnySetter at %s has keys of %s, and Jackson passes texts to a constructor. Declare a Map<String, ...>, or move it to a field."
                    .formatted(place, key.getRawClass().getName()));
  }

  /** Looks at members that are no field of their own: those unwrapped, and what any name is for. */
  private Optional<String> mixedIn(BeanDescription described, String place) {
    Stream<AnnotatedMember> unwrapped =
        described.findProperties().stream()
            .flatMap(it -> Stream.ofNullable(it.getPrimaryMember()))
            .filter(
                it -> config.getAnnotationIntrospector().findUnwrappingNameTransformer(it) != null);
    Stream<AnnotatedMember> any = Stream.ofNullable(described.findAnySetterAccessor());
    return Stream.concat(unwrapped, any)
        .filter(it -> !it.hasAnnotation(JsonDeserialize.class))
        .flatMap(
            it ->
                withoutArgument(it, described.getType(), place)
                    .or(() -> problem(mixedInType(it), place + ".*"))
                    .stream())
        .findFirst();
  }

  private static JavaType mixedInType(AnnotatedMember member) {
    return member instanceof AnnotatedMethod setter
        ? setter.getParameterType(setter.getParameterCount() - 1)
        : member.getType();
  }

  /** What stands in the place of the argument would be read as a map, and be no such thing. */
  private Optional<String> withoutArgument(
      @Nullable AnnotatedMember member, JavaType bean, String place) {
    if (member == null) {
      return Optional.empty();
    }
    JavaType declaring = marked(bean, member.getDeclaringClass());
    return declaring != null && isUnnamed(declaredType(member), declaring.getBindings())
        ? Optional.of(
            "%s at %s is generic, and nothing names its argument. Name it: in a field, as Event<Order>; for a whole message, by new TypeReference<Event<Order>>() {}; for the result of a step, in a record that holds it."
                .formatted(declaring.getRawClass().getName(), place))
        : Optional.empty();
  }

  private static Type declaredType(AnnotatedMember member) {
    return switch (member) {
      case AnnotatedField field -> field.getAnnotated().getGenericType();
      case AnnotatedMethod method when method.getParameterCount() > 0 ->
          method.getAnnotated().getGenericParameterTypes()[method.getParameterCount() - 1];
      case AnnotatedParameter parameter ->
          ((Executable) parameter.getOwner().getMember())
              .getGenericParameterTypes()[parameter.getIndex()];
      default -> member.getRawType();
    };
  }

  /** Returns the parent that a class is, with a mark in it for each argument that nothing names. */
  private @Nullable JavaType marked(@Nullable JavaType type, Class<?> parent) {
    if (type == null || !parent.isAssignableFrom(type.getRawClass())) {
      return null;
    }
    TypeVariable<?>[] variables = type.getRawClass().getTypeParameters();
    JavaType named =
        type.getBindings().isEmpty() && variables.length > 0
            ? config
                .getTypeFactory()
                .constructParametricType(
                    type.getRawClass(),
                    Arrays.stream(variables)
                        .map(it -> isFree(it) ? Unnamed.class : Object.class)
                        .toArray(Class<?>[]::new))
            : type;
    return type.hasRawClass(parent)
        ? named
        : Stream.concat(Stream.ofNullable(named.getSuperClass()), named.getInterfaces().stream())
            .flatMap(it -> Stream.ofNullable(marked(it, parent)))
            .findFirst()
            .orElse(null);
  }

  /** Says whether an argument of a class may be anything. */
  private static boolean isFree(TypeVariable<?> variable) {
    return ANYTHING.contains(variable.getBounds()[0])
        || (variable.getBounds()[0] instanceof TypeVariable<?> other && isFree(other));
  }

  /** Says whether the type is an argument of its class, or holds one, that has a mark. */
  private static boolean isUnnamed(Type type, TypeBindings named) {
    return switch (type) {
      case TypeVariable<?> variable ->
          Stream.ofNullable(named.findBoundType(variable.getName()))
              .anyMatch(it -> it.toCanonical().contains(Unnamed.class.getName()));
      case ParameterizedType of ->
          Stream.of(of.getActualTypeArguments()).anyMatch(it -> isUnnamed(it, named));
      case GenericArrayType array -> isUnnamed(array.getGenericComponentType(), named);
      case WildcardType any -> isUnnamed(any.getUpperBounds()[0], named);
      default -> false;
    };
  }

  /**
   * Without its module Jackson passes null and zero where Kotlin has neither. A class that says how
   * it is made from named values is read as one of Java is.
   */
  private Optional<String> ofKotlin(JavaType type, ValueInstantiator made, String place) {
    boolean isOfKotlin =
        Arrays.stream(type.getRawClass().getAnnotations())
            .anyMatch(it -> it.annotationType().getName().equals("kotlin.Metadata"));
    boolean saysHow =
        Stream.of(
                made.getWithArgsCreator(),
                made.getDelegateCreator(),
                made.getArrayDelegateCreator())
            .anyMatch(it -> it != null && it.hasAnnotation(JsonCreator.class));
    return isOfKotlin
            && !saysHow
            && !mapper.getRegisteredModuleIds().contains(Mappers.MODULE_OF_KOTLIN)
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
