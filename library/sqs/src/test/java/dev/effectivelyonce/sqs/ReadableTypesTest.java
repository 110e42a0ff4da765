package dev.effectivelyonce.sqs;

import static dev.effectivelyonce.core.Refusals.assertMistake;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIdentityInfo;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreType;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.ObjectIdGenerators;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.deser.std.StdNodeBasedDeserializer;
import com.fasterxml.jackson.databind.util.StdConverter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import kotlin.KotlinVersion;
import kotlin.Metadata;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What results of steps can be, found out before a step begins. */
class ReadableTypesTest {

  /** Each of these can be read. */
  static final class CanBeRead {
    record Receipt(String id, List<Line> lines, Map<String, Long> cents, Tree tree) {}

    record Tree(List<Tree> branches) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes(@JsonSubTypes.Type(Card.class))
    sealed interface Means permits Card {}

    record Card(String number) implements Means {}

    record Paid(Means by, List<Means> others) {}

    record Node(String id, @Nullable Node next) {}

    record Bolt(String size) implements Part {}

    record Box(
        @JsonTypeInfo(use = JsonTypeInfo.Id.NAME) @JsonSubTypes(@JsonSubTypes.Type(Bolt.class))
            List<Part> parts,
        @JsonDeserialize(contentAs = Bolt.class) List<Part> others) {}

    record Batch(List<CloudEvent<Leaf>> events, CloudEvent<?> any, List<?> others) {}

    static final class OfAParent extends Generic<Leaf> {}

    /** The argument says what the id is of; no value has its type. */
    @SuppressWarnings("UnusedTypeParameter")
    record Id<T>(String value) {}

    /** Without an argument it is read as its bound. */
    record Bounded<T extends Leaf, U extends T>(T leaf, List<U> more) {}

    @SuppressWarnings("rawtypes")
    record RawButKnown(Id id, Bounded bounded) {}

    @Metadata
    record SaysHow(String id) {
      @JsonCreator
      SaysHow(@JsonProperty("id") String id) {
        this.id = id;
      }
    }

    record OthersRead(
        @JsonDeserialize(converter = ToBase.class) Base one,
        @JsonDeserialize(contentConverter = ToBase.class) List<Base> all,
        @JsonDeserialize(contentUsing = BaseReader.class) AtomicReference<Base> maybe,
        @JsonUnwrapped @JsonDeserialize(using = BaseReader.class) Base unwrapped) {}

    static final class AnyOthersRead {
      @JsonAnySetter
      @JsonDeserialize(contentUsing = BaseReader.class)
      public Map<String, Base> others = Map.of();
    }

    /** Jackson makes a reader of its own each time that it looks at such a list. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes(@JsonSubTypes.Type(Group.class))
    sealed interface Member permits Group {}

    static final class Group extends ArrayList<Member> implements Member {
      private static final long serialVersionUID = 1L;
    }

    /** The text names the class. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
    interface NamedByItsText {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes(@JsonSubTypes.Type(Child.class))
    static class NeverItself {
      NeverItself(String first, String second) {
        assertThat(first).isNotEqualTo(second);
      }
    }

    static final class Child extends NeverItself {
      Child() {
        super("a", "b");
      }
    }

    static final class HasGetterAlone {
      public List<String> getAll() {
        return List.of();
      }
    }

    @JsonIdentityInfo(generator = ObjectIdGenerators.PropertyGenerator.class, property = "id")
    static final class Linked {
      public String id = "";
      public @Nullable Linked next;
    }

    static final class OfAGenericMethod {
      public <X> void setAny(X any) {
        assertThat(any).isNotNull();
      }
    }

    static final class SubOfKnown<T extends Leaf> extends Generic<T> {}

    record NamedSub(SubOfGeneric<Leaf> event) {}

    static final class NotRead {
      @JsonProperty(access = JsonProperty.Access.READ_ONLY)
      public String computed = "";
    }

    static final class PriceOfADecimal {
      public PriceOfADecimal(BigDecimal amount) {
        assertThat(amount).isNotNull();
      }
    }

    static final class CountOfAnInteger {
      public CountOfAnInteger(BigInteger count) {
        assertThat(count).isNotNull();
      }
    }

    record IgnoredComponent(
        @JsonIgnore @Nullable Base base, @JsonIgnore @Nullable Unknown unknown, String id) {}

    static final class OfAnIgnoredType {
      public String id = "";
      public @Nullable NeverRead ignored;
    }
  }

  /** None of these can be made, for what it is or holds. */
  static final class CanNotBeMade {
    record InAComponent(Base base) {}

    record InAList(List<Sealed> means) {}

    record InAMap(Map<String, Map<String, Base>> bases) {}

    record InAnOptional(Optional<Base> base) {}

    @SuppressWarnings("ArrayRecordComponent") // Users have such records.
    record InAnArray(Base[][] bases) {}

    record OfAnInnerClass(List<Inner> inner) {}

    record Unwrapped(String id, @JsonUnwrapped Base base) {}

    record Delegated(Base base) {
      @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
      Delegated {}
    }

    static final class UnwrappedField {
      @JsonUnwrapped public @Nullable Base base;
    }

    record KeyedByAType(Map<Line, String> byLine) {}

    static final class Others {
      @JsonAnySetter public Map<String, Base> others = Map.of();
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes(@JsonSubTypes.Type(InASubtype.class))
    sealed interface Typed permits InASubtype {}

    record InASubtype(Base base) implements Typed {}

    record OfTyped(List<Typed> all) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    record WithoutSubtypes(Base base) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes(@JsonSubTypes.Type(Line.class))
    interface BaseOfAnother {}

    static final class DelegatedList {
      @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
      DelegatedList(List<Base> all) {
        assertThat(all).isNotNull();
      }
    }

    record UnwrappedDeeper(@JsonUnwrapped InAComponent inner) {}

    static final class UnwrappedBySetter {
      @JsonUnwrapped
      public void setInner(InAComponent inner) {
        assertThat(inner).isNotNull();
      }
    }

    static final class OthersBySetter {
      @JsonAnySetter
      public void set(String name, Base value) {
        assertThat(name).isNotEqualTo(value.id);
      }
    }
  }

  /** Each of these lacks the argument of a generic type. */
  static final class LacksItsArgument {
    @SuppressWarnings("rawtypes")
    record RawInside(List<CloudEvent> events) {}

    @SuppressWarnings("rawtypes")
    static final class OfARawParent extends Generic {}

    @SuppressWarnings("rawtypes")
    record RawSetter(Setter setter) {}

    static final class Setter<T> {
      public void setData(List<Map<String, T>> data) {
        assertThat(data).isNotNull();
      }
    }

    record Wrapped<T>(T value) {
      @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
      Wrapped {}
    }

    static final class AnyOther<T> {
      @JsonAnySetter public Map<String, T> others = Map.of();
    }

    record BoundedByItsOther<T, U extends T>(U value) {}

    @SuppressWarnings("rawtypes")
    record RawSub(SubOfGeneric event) {}

    @SuppressWarnings("rawtypes")
    static final class OfARawSub extends SubOfGeneric {}
  }

  record Line(String article, int count) {}

  interface Part {}

  record Timed(String id, List<Moment> at) {}

  record Moment(Instant time) {}

  interface Unknown {}

  record Holder(Unknown what) {}

  /** It says nothing of how it is made. */
  static final class Closed {
    Closed(String first, String second) {
      assertThat(first).isNotEqualTo(second);
    }
  }

  static final Closed MADE = new Closed("a", "b");

  abstract static class Base {
    public String id = "";
  }

  sealed interface Sealed permits Leaf {}

  record Leaf(String id) implements Sealed {}

  @SuppressWarnings("ClassCanBeStatic") // That is the mistake.
  final class Inner {
    public String id = "";
  }

  record CloudEvent<T>(String id, T data) {}

  static class Generic<T> {
    public @Nullable T data;
  }

  @Metadata
  static final class OfKotlin {
    public String id = "";
  }

  record HoldsKotlin(List<OfKotlin> all) {}

  @Metadata
  record ARecordOfKotlin(String id) {}

  static final class ToBase extends StdConverter<String, Base> {
    @Override
    public Base convert(String id) {
      throw new UnsupportedOperationException(id);
    }
  }

  static final class BaseReader extends StdNodeBasedDeserializer<Base> {
    BaseReader() {
      super(Base.class);
    }

    @Override
    public Base convert(JsonNode from, DeserializationContext context) {
      throw new UnsupportedOperationException(from.asText());
    }
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
  @JsonSubTypes({
    @JsonSubTypes.Type(First.class),
    @JsonSubTypes.Type(InTheMiddle.class),
    @JsonSubTypes.Type(Third.class)
  })
  sealed interface OfThree permits First, InTheMiddle, Third {}

  record First(String id) implements OfThree {}

  record InTheMiddle(Base base) implements OfThree {}

  record Third(String id) implements OfThree {}

  static class SubOfGeneric<T> extends Generic<List<T>> {}

  record OthersOfARecord(String id, @JsonAnySetter Map<Integer, String> all) {}

  record OthersInATree(String id, @JsonAnySetter TreeMap<BigDecimal, String> all) {}

  static final class OthersOfACreator {
    @JsonCreator
    OthersOfACreator(@JsonProperty("id") String id, @JsonAnySetter Map<UUID, String> all) {
      assertThat(all).as(id).isNotNull();
    }
  }

  record TextsOfARecord(String id, @JsonAnySetter Map<String, Integer> all) {}

  /** Jackson's map would hold texts in the place of the keys that the type declares. */
  @Test
  void otherMembersUnderKeysThatAreNoTextAreRefusedInAConstructor() {
    for (Class<?> type :
        List.of(OthersOfARecord.class, OthersInATree.class, OthersOfACreator.class)) {
      assertThat(problem(type).orElseThrow())
          .contains("@JsonAnySetter at " + type.getName(), "Declare a Map<String, ...>");
    }
    assertThat(problem(TextsOfARecord.class)).isEmpty();
    assertThat(new JacksonJson().read("{\"id\":\"a\",\"b\":1}", TextsOfARecord.class).all())
        .isEqualTo(Map.of("b", 1));
  }

  @JsonIgnoreType
  interface NeverRead {}

  private static Optional<String> problem(Class<?> type) {
    return new JacksonJson(new ObjectMapper()).whyNeverRead(type);
  }

  static Stream<Class<?>> whatCanBeReadHasNoProblem() {
    return typesOf(CanBeRead.class, String.class, Integer.class, Object.class, Map.class);
  }

  @ParameterizedTest
  @MethodSource
  void whatCanBeReadHasNoProblem(Class<?> type) {
    assertThat(problem(type)).isEmpty();
  }

  /** Whatever the text has in their place. */
  @Test
  void whatIsIgnoredIsNotRead() {
    assertThat(
            new JacksonJson().read("{\"id\":\"a\",\"base\":{}}", CanBeRead.IgnoredComponent.class))
        .isEqualTo(new CanBeRead.IgnoredComponent(null, null, "a"));
    assertThat(
            new JacksonJson()
                .read("{\"id\":\"a\",\"ignored\":{}}", CanBeRead.OfAnIgnoredType.class)
                .id)
        .isEqualTo("a");
  }

  @Test
  void messagesCanBeListsOfWhatTheTextNames() {
    for (TypeReference<?> each :
        List.of(
            new TypeReference<List<CanBeRead.Means>>() {},
            new TypeReference<Map<String, List<CanBeRead.Means>>>() {},
            new TypeReference<CanBeRead.NeverItself[]>() {})) {
      assertThat(new JacksonJson().whyNeverRead(each.getType())).isEmpty();
    }
    assertThat(
            new JacksonJson()
                .whyNeverRead(new TypeReference<List<CanNotBeMade.Typed>>() {}.getType()))
        .isPresent();
  }

  @Test
  void aConsumerWhoseMessagesCanNeverBeReadIsNotBuilt() {
    MessageIdentity<Holder> identity =
        MessageIdentity.of("orders", Holder.class, MessageKey.contentHash());

    assertMistake(identity::check, "consumer orders", "Holder.what", "ObjectMapper");
  }

  @Test
  void timesCanBeReadByTheCodecOfThisLibrary() {
    assertThat(new JacksonJson().whyNeverRead(Timed.class)).isEmpty();
  }

  @Test
  void aTypeThatNoModuleReadsIsNamedWithItsPlace() {
    assertThat(problem(Timed.class).orElseThrow())
        .contains("java.time.Instant at", "Timed.at[].time", "ObjectMapper");
  }

  static Stream<Class<?>> whatCanNotBeMadeIsFoundHoweverDeepItIs() {
    return typesOf(CanNotBeMade.class, Base.class, Sealed.class, OfThree.class);
  }

  @ParameterizedTest
  @MethodSource
  void whatCanNotBeMadeIsFoundHoweverDeepItIs(Class<?> type) {
    assertThat(new JacksonJson().whyNeverRead(type).orElseThrow())
        .contains("Jackson can't read", type.getName())
        .containsAnyOf("Base", "Sealed", "Inner", "Line");
  }

  static Stream<Class<?>> aGenericTypeWithoutItsArgumentIsRefusedWithTheRemedy() {
    return typesOf(LacksItsArgument.class, CloudEvent.class, SubOfGeneric.class);
  }

  @ParameterizedTest
  @MethodSource
  void aGenericTypeWithoutItsArgumentIsRefusedWithTheRemedy(Class<?> type) {
    assertThat(new JacksonJson().whyNeverRead(type).orElseThrow())
        .containsAnyOf("CloudEvent", "Generic", "Setter", "Wrapped", "AnyOther", "BoundedBy")
        .contains(type.getName(), "TypeReference");
  }

  /** Some classes of Kotlin can be read without it, but with null where there is no null. */
  @ParameterizedTest
  @ValueSource(
      classes = {OfKotlin.class, ARecordOfKotlin.class, HoldsKotlin.class, KotlinVersion.class})
  void aClassOfKotlinNeedsItsModule(Class<?> type) {
    assertThat(problem(type).orElseThrow())
        .contains("Kotlin", "jackson-module-kotlin", type.getName());
  }

  @Test
  void aClassOfKotlinIsReadableWithItsModule() {
    assertThat(new JacksonJson().whyNeverRead(KotlinVersion.class)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(classes = {Unknown.class, Holder.class, Closed.class})
  void whatCanNotBeMadeIsRefused(Class<?> type) {
    assertThat(problem(type).orElseThrow()).contains("Jackson can't read");
  }

  private static Stream<Class<?>> typesOf(Class<?> group, Class<?>... others) {
    return Stream.concat(Stream.of(group.getDeclaredClasses()), Stream.of(others));
  }
}
