package dev.effectivelyonce.sqs;

import static dev.effectivelyonce.sqs.Reading.assertUnreadable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonMerge;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonPOJOBuilder;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.util.StdConverter;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.key.InvalidKeyException;
import dev.effectivelyonce.sqs.ReadMessage.Deferred;
import dev.effectivelyonce.sqs.ReadMessage.Unusable;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the data of a message causes is that message's own, and never holds what comes behind. */
class FaultsOfDataTest {
  record Click(String id, long cents) {}

  record Aliased(@JsonAlias("order_id") String id, long cents) {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
  interface Shape {}

  record Drawing(String id, Shape shape) {}

  abstract static class NeverMade implements Shape {}

  static final class Untold extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public synchronized Throwable getCause() {
      throw new IllegalStateException();
    }
  }

  record Throwing(String id) {
    Throwing {
      Objects.requireNonNull(id, "secret");
      if (id.equals("deep")) {
        throw new StackOverflowError();
      }
      if (id.equals("linked")) {
        throw new NoClassDefFoundError("gone");
      }
      if (id.equals("circle")) {
        throw inACircle();
      }
      if (id.equals("untold")) {
        throw new Untold();
      }
    }
  }

  private static IllegalStateException inACircle() {
    IllegalStateException first = new IllegalStateException();
    first.initCause(new IllegalStateException(first));
    return first;
  }

  @JsonDeserialize(using = Circling.class)
  record Read(String id) {}

  static final class Circling extends JsonDeserializer<Read> {
    @Override
    public Read deserialize(JsonParser parser, DeserializationContext context) {
      throw inACircle();
    }
  }

  @JsonDeserialize(converter = Turning.class)
  record Converted(String id) {}

  static final class Turning extends StdConverter<Click, Converted> {
    @Override
    public Converted convert(Click click) {
      throw inACircle();
    }
  }

  @JsonDeserialize(builder = Building.class)
  record Built(String id) {}

  @JsonPOJOBuilder(withPrefix = "")
  static final class Building {
    @JsonProperty String id = "";

    Built build() {
      if (id.equals("a")) {
        throw inACircle();
      }
      return new Built(id);
    }
  }

  @JsonDeserialize(using = FailingReader.class)
  record Custom(String id) {}

  static final class FailingReader extends JsonDeserializer<Custom> {
    @Override
    public Custom deserialize(JsonParser parser, DeserializationContext context) {
      throw switch (parser.currentToken()) {
        case START_ARRAY -> new InvalidKeyException("No tenant", "Send one");
        default -> new IndexOutOfBoundsException("secret");
      };
    }
  }

  private static final JacksonJson LENIENT =
      new JacksonJson(
          JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build());

  private final JacksonJson json = new JacksonJson();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"id\":\"A\",\"cents\":1,\"cents\":2}",
        "{\"id\":\"A\",\"id\":\"B\",\"cents\":1}",
        "{\"id\":\"A\",\"id\":\"A\",\"cents\":1}",
        "{\"id\":\"A\",\"cents\":1,\"i\\u0064\":\"A\"}",
        "{\"id\":\"A\",\"cents\":1,\"unknown\":[{\"a\":1},{\"secret\":1,\"secret\":2}]}",
        "{\"id\":\"A\",\"cents\":1,\"unknown\":1,\"unknown\":1}"
      })
  void aRepeatedMemberIsRefusedByEveryReader(String body) {
    for (JacksonJson each : List.of(json, LENIENT)) {
      for (Class<?> type : List.of(Click.class, JsonNode.class, Map.class, Object.class)) {
        assertNamesTwice(each, body, type);
      }
      assertUnreadable(() -> each.at(body, "/id"), "names a member twice");
    }
    assertUnreadable(() -> new CanonicalJson().of(body));
  }

  static final class AliasedFields {
    @JsonAlias({"order_id", "orderId"})
    public String id = "";

    public long cents;
  }

  record Carrier(List<Aliased> all, Map<String, AliasedFields> byName) {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes(@JsonSubTypes.Type(value = OfAKind.class, name = "k"))
  interface Kind {}

  record OfAKind(@JsonAlias("order_id") String id, long cents) implements Kind {}

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"id\":\"A\",\"cents\":1,\"order_id\":\"B\"}",
        "{\"id\":\"A\",\"order_id\":\"B\",\"cents\":1}",
        "{\"order_id\":\"A\",\"id\":\"A\",\"cents\":1}",
        "{\"order_id\":\"A\",\"unknown\":{\"id\":1},\"id\":\"A\",\"cents\":1}"
      })
  void twoNamesOfOneMemberAreRefusedThoughTheyDiffer(String body) {
    String ofAKind = "{\"kind\":\"k\"," + body.substring(1);
    String kindLast = body.replaceFirst("}$", ",\"kind\":\"k\"}");
    for (JacksonJson each : List.of(json, new JacksonJson(JacksonJson.mapper().build()), LENIENT)) {
      assertNamesTwice(each, body, Aliased.class);
      assertNamesTwice(each, body, AliasedFields.class);
      assertNamesTwice(each, "{\"all\":[" + body + "]}", Carrier.class);
      assertNamesTwice(each, "{\"byName\":{\"a\":" + body + "}}", Carrier.class);
      assertNamesTwice(each, ofAKind, Kind.class);
      assertNamesTwice(each, kindLast, Kind.class);
    }
  }

  static final class Amount {
    @JsonAlias("c")
    public long cents;
  }

  static final class Ordered {
    @JsonUnwrapped public @Nullable Amount amount;

    @JsonMerge public Amount merged = new Amount();
    @JsonMerge public Map<Integer, String> map = new HashMap<>();
  }

  record OrderedRecord(@JsonUnwrapped Amount amount, Amount merged, Map<Integer, String> map) {}

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'cents':1,'c':2}",
        "{'c':1,'cents':2}",
        "{'c':1,'map':{},'cents':2}",
        "{'cents':1,'merged':{'cents':1,'c':2}}",
        "{'cents':1,'map':{'1':'a','01':'b'}}"
      })
  void twoNamesAreRefusedHoweverTheirMemberIsReached(String body) {
    for (Class<?> type : List.of(Ordered.class, OrderedRecord.class)) {
      assertNamesTwice(json, body.replace('\'', '"'), type);
      assertNamesTwice(new JacksonJson(new JsonMapper()), body.replace('\'', '"'), type);
    }
  }

  @Test
  void namesOfOneKindInDifferentPlacesDoNotMeet() {
    String body = "{'c':1,'merged':{'c':2},'map':{'1':'c','2':'d'}}".replace('\'', '"');
    Ordered read = json.read(body, Ordered.class);

    assertThat(Objects.requireNonNull(read.amount).cents).isEqualTo(1);
    assertThat(read.merged.cents).isEqualTo(2);
    assertThat(read.map).isEqualTo(Map.of(1, "c", 2, "d"));
  }

  static final class Others {
    public String id = "";
    @JsonAnySetter public Map<Integer, String> all = new HashMap<>();
  }

  static final class InLowerCase extends KeyDeserializer {
    @Override
    public Object deserializeKey(String key, DeserializationContext context) {
      return key.toLowerCase(Locale.ROOT);
    }
  }

  record ByLowerCase(@JsonDeserialize(keyUsing = InLowerCase.class) Map<String, String> all) {}

  static final class OthersByLowerCase {
    @JsonAnySetter
    @JsonDeserialize(keyUsing = InLowerCase.class)
    public Map<String, String> all = new HashMap<>();
  }

  @Test
  void twoNamesOfOneKeyByAReaderOfItsOwnAreRefused() {
    assertNamesTwice(json, "{\"all\":{\"x\":\"a\",\"X\":\"b\"}}", ByLowerCase.class);
    assertNamesTwice(json, "{\"x\":\"a\",\"X\":\"b\"}", OthersByLowerCase.class);
    assertThat(json.read("{\"all\":{\"X\":\"a\",\"Y\":\"b\"}}", ByLowerCase.class).all())
        .isEqualTo(Map.of("x", "a", "y", "b"));
  }

  static final class AnyCase extends TreeMap<String, Integer> {
    private static final long serialVersionUID = 1L;

    public AnyCase() {
      super(String.CASE_INSENSITIVE_ORDER);
    }
  }

  static final class AnyCaseOfItsOwn extends HashMap<String, Integer> {
    private static final long serialVersionUID = 1L;

    @Override
    public Integer put(String key, Integer value) {
      return super.put(key.toLowerCase(Locale.ROOT), value);
    }

    @Override
    public boolean containsKey(Object key) {
      return super.containsKey(key.toString().toLowerCase(Locale.ROOT));
    }
  }

  static final class InAMap {
    public Map<String, Integer> made = new AnyCase();
    public AnyCase sorted = new AnyCase();
    public AnyCaseOfItsOwn own = new AnyCaseOfItsOwn();
    @JsonMerge public Map<String, Integer> merged = new AnyCase();

    private final Map<String, Integer> theirs = new AnyCase();

    public Map<String, Integer> getGot() {
      return theirs;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sorted", "own", "merged", "got"})
  void twoNamesThatAMapTakesForOneAreRefused(String field) {
    String one = "{\"" + field + "\":{\"a\":1,\"b\":2";
    for (JacksonJson each : List.of(json, new JacksonJson(new JsonMapper()))) {
      assertNamesTwice(each, one + ",\"A\":2}}", InAMap.class);
      assertThat(each.read(one + "}}", InAMap.class)).isNotNull();
    }
    assertThat(json.read("{\"made\":{\"a\":1,\"A\":2}}", InAMap.class).made)
        .isEqualTo(Map.of("a", 1, "A", 2));
  }

  @Test
  void twoNamesOfOneKeyOfTheOtherMembersAreRefused() {
    assertNamesTwice(json, "{\"id\":\"A\",\"1\":\"a\",\"01\":\"b\"}", Others.class);
    assertNamesTwice(json, "{\"1\":\"a\",\"id\":\"A\",\"+1\":\"a\"}", Others.class);
    assertThat(json.read("{\"1\":\"a\",\"id\":\"A\",\"02\":\"b\"}", Others.class).all)
        .isEqualTo(Map.of(1, "a", 2, "b"));
  }

  private static void assertNamesTwice(JacksonJson json, String body, Class<?> type) {
    assertThatThrownBy(() -> json.read(body, type))
        .as("%s as %s", body, type)
        .isInstanceOf(UnreadableMessageException.class)
        .hasMessageContaining("names a member twice");
  }

  @Test
  void oneNameOfAMemberIsReadWhicheverItIsAndObjectsDoNotShareTheirs() {
    Aliased read = new Aliased("A", 1);

    assertThat(json.read("{\"order_id\":\"A\",\"cents\":1}", Aliased.class)).isEqualTo(read);
    assertThat(
            json.read(
                    "{\"all\":[{\"order_id\":\"A\",\"cents\":1,\"more\":{\"id\":1}},"
                        + "{\"more\":[{\"id\":1}],\"id\":\"A\",\"cents\":1}]}",
                    Carrier.class)
                .all())
        .containsExactly(read, read);
    assertThat(json.read("{\"cents\":1,\"order_id\":\"A\",\"kind\":\"k\"}", Kind.class))
        .isEqualTo(new OfAKind("A", 1));
    assertThat(json.read("{\"order_id\":\"A\",\"cents\":1,\"x\":1,\"y\":1}", Aliased.class))
        .isEqualTo(read);
    assertThat(json.whyNeverRead(Carrier.class)).isEmpty();
  }

  enum Size {
    @JsonAlias("s")
    SMALL
  }

  record Keyed(
      @Nullable Map<Integer, String> byNumber,
      @Nullable SortedMap<Double, Map<Long, String>> byAmount,
      @Nullable EnumMap<Size, String> bySize,
      @Nullable Map<Instant, String> byTime,
      @Nullable Map<UUID, String> byId,
      @Nullable SortedMap<BigDecimal, String> byPrice) {}

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'byNumber':{'1':'a','01':'b'}}",
        "{'byNumber':{'1':'a','2':'b','+1':'a'}}",
        "{'byAmount':{'1.0':{},'1':{}}}",
        "{'byAmount':{'1':{},'2':{'3':'a','03':'b'}}}",
        "{'bySize':{'SMALL':'a','s':'b'}}",
        "{'byPrice':{'1':'a','1.0':'b'}}",
        "{'byTime':{'2026-01-01T00:00:00Z':'a','2026-01-01T00:00:00.0Z':'b'}}",
        "{'byId':{'00000000-0000-0000-0000-00000000000a':'a','00000000-0000-0000-0000-00000000000A':'b'}}"
      })
  void twoNamesOfOneKeyOfAMapAreRefusedThoughTheyDiffer(String body) {
    assertNamesTwice(json, body.replace('\'', '"'), Keyed.class);
    assertNamesTwice(
        new JacksonJson(JsonMapper.builder().addModule(new JavaTimeModule()).build()),
        body.replace('\'', '"'),
        Keyed.class);
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes(@JsonSubTypes.Type(value = Counted.class, name = "c"))
  interface Counting {}

  record Counted(Map<Integer, String> counts) implements Counting {}

  record Both(Counting one, Counting two) {}

  /** Jackson reads what stands before the kind from a buffer. */
  @Test
  void mapsOfAKindThatIsNamedLastHaveTheirOwnKeys() {
    String one = "{\"counts\":{\"1\":\"a\"},\"kind\":\"c\"}";
    Counted read = new Counted(Map.of(1, "a"));

    assertThat(json.read("{\"one\":" + one + ",\"two\":" + one + "}", Both.class))
        .isEqualTo(new Both(read, read));
    assertNamesTwice(
        json, "{\"counts\":{\"1\":\"a\",\"01\":\"b\"},\"kind\":\"c\"}", Counting.class);
  }

  @Test
  void namesOfOneKeyInDifferentMapsDoNotMeet() {
    Keyed read =
        json.read(
            "{\"byNumber\":{\"1\":\"a\",\"2\":\"b\"},\"byAmount\":{\"1\":{\"1\":\"c\"},\"2\":{\"01\":\"d\"}}}",
            Keyed.class);

    assertThat(read.byNumber()).isEqualTo(Map.of(1, "a", 2, "b"));
    assertThat(read.byAmount()).isEqualTo(Map.of(1.0, Map.of(1L, "c"), 2.0, Map.of(1L, "d")));
  }

  @Test
  void twoCasesOfOneNameAreRefusedWhereTheMapperTakesBoth() {
    JacksonJson anyCase =
        new JacksonJson(
            JsonMapper.builder()
                .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_PROPERTIES)
                .enable(DeserializationFeature.UNWRAP_SINGLE_VALUE_ARRAYS)
                .build());

    assertNamesTwice(anyCase, "[{\"id\":\"A\",\"ID\":\"B\",\"cents\":1}]", Click.class);
    assertNamesTwice(anyCase, "{\"id\":\"A\",\"ID\":\"B\",\"cents\":1}", Click.class);
    assertThat(anyCase.read("{\"ID\":\"A\",\"cents\":1}", Click.class))
        .isEqualTo(new Click("A", 1));
  }

  record InAnyCase(
      @JsonFormat(with = JsonFormat.Feature.ACCEPT_CASE_INSENSITIVE_PROPERTIES) Click click,
      Click exact) {}

  @JsonFormat(with = JsonFormat.Feature.ACCEPT_CASE_INSENSITIVE_PROPERTIES)
  record OfAnyCase(String id) {}

  @Test
  void twoCasesOfOneNameAreRefusedWhereTheFieldOrTheTypeTakesBoth() {
    String click = "{\"id\":\"A\",\"ID\":\"B\",\"cents\":1}";

    assertNamesTwice(json, "{\"click\":" + click + "}", InAnyCase.class);
    assertNamesTwice(json, click, OfAnyCase.class);
    assertThat(json.read("{\"exact\":" + click + "}", InAnyCase.class).exact())
        .isEqualTo(new Click("A", 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"id\":\"A\",\"shape\":{\"@class\":\"java.io.Closeable\"}}",
        "{\"id\":\"A\",\"shape\":{\"@class\":\"java.lang.Thread\"}}",
        "{\"id\":\"A\",\"shape\":{\"@class\":\"no.Such\"}}",
        "{\"id\":\"A\",\"shape\":{\"@class\":\"dev.effectivelyonce.sqs.FaultsOfDataTest$NeverMade\"}}",
        "{\"id\":\"A\",\"shape\":{}}",
        "{\"id\":\"A\",\"shape\":[]}"
      })
  void aTypeThatTheMessageNamesIsNoFaultOfTheConsumer(String body) {
    assertUnusable(body, Drawing.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "{'id':null}", "{'id':'deep'}", "{'id':'circle'}", "{'id':'untold'}"})
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void whatAConstructorRefusesIsTheMessagesOwn(String body) {
    assertUnusable(body.replace('\'', '"'), Throwing.class);
  }

  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void causesInACircleOfOtherCodeOfTheUsersEndToo() {
    assertUnusable("{}", Read.class);
    assertUnusable("{\"id\":\"a\",\"cents\":1}", Converted.class);
    assertUnusable("{\"id\":\"a\"}", Built.class);
  }

  @Test
  void whatAReaderOfTheUsersThrowsIsTheMessagesOwn() {
    assertUnusable("{}", Custom.class);
    assertThatThrownBy(() -> json.read("{}", Custom.class))
        .hasMessageContaining("not JSON that can be read");
    assertThat(read("[]", Custom.class, json))
        .isInstanceOfSatisfying(
            Unusable.class, it -> assertThat(it.problem()).isEqualTo("No tenant. Send one."));
  }

  static final class ByValues extends JsonDeserializer<Click> {
    @Override
    public Click deserialize(JsonParser parser, DeserializationContext context) throws IOException {
      assertThat(parser.nextValue()).isEqualTo(JsonToken.START_OBJECT);
      assertThat(parser.skipChildren().nextValue()).isEqualTo(JsonToken.VALUE_NUMBER_INT);
      Click click = new Click(parser.currentName(), parser.getLongValue());
      assertThat(parser.nextValue()).isEqualTo(JsonToken.END_OBJECT);
      return click;
    }
  }

  @Test
  void whatAReaderOfTheUsersSkipsIsLookedAtToo() {
    SimpleModule module = new SimpleModule().addDeserializer(Click.class, new ByValues());
    JacksonJson theirs = new JacksonJson(JsonMapper.builder().addModule(module).build());

    assertThat(theirs.read("{\"x\":{\"n\":1},\"b\":7}", Click.class)).isEqualTo(new Click("b", 7));
    assertUnreadable(() -> theirs.read("{\"x\":{\"n\":1e2000},\"b\":7}", Click.class));
  }

  /** The next environment may have the class. */
  @Test
  void aBrokenProcessIsNoFaultOfTheMessage() {
    assertThat(catchThrowable(() -> json.read("{\"id\":\"linked\"}", Throwing.class)))
        .isInstanceOf(FatalProcessError.class)
        .hasRootCauseInstanceOf(NoClassDefFoundError.class);
    assertThat(read("{\"id\":\"linked\"}", Throwing.class, json)).isInstanceOf(Deferred.class);
  }

  private void assertUnusable(String body, Class<?> type) {
    assertUnreadable(() -> json.read(body, type));
    assertThat(read(body, type, json)).isInstanceOf(Unusable.class);
  }

  private static <M> ReadMessage<M> read(String body, Class<M> type, JacksonJson json) {
    return MessageIdentity.of("clicks", type, MessageKey.<M>contentHashOfBytes())
        .json(json)
        .read(TestMessages.withBody(body));
  }
}
