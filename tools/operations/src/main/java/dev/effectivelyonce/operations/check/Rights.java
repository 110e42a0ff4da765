package dev.effectivelyonce.operations.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the role of a function may do. What can't be decided from the template is not judged. */
final class Rights {
  private static final String ROLE = "AWS::IAM::Role";
  private static final String KEY = "AWS::KMS::Key";
  private static final String MANAGED = "AWS::IAM::ManagedPolicy";

  /** A variable of IAM, also as Fn::Sub has it. */
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{!?aws:");

  private final Template template;
  private final JsonNode lists;
  private final Map<String, List<Resource>> attached;
  private final Map<String, List<Statement>> statements = new HashMap<>();

  /** From the one that decides to the one that does not. */
  private enum Answer {
    YES,
    UNKNOWN,
    NO
  }

  /** A statement of a policy, and the number of the template that has it. */
  private record Statement(int file, JsonNode node) {
    String effect() {
      return effect(node);
    }

    /** An unknown statement may allow. */
    static String effect(JsonNode node) {
      return Resource.at(node, "Effect").asText("Allow");
    }
  }

  Rights(Template template, JsonNode lists) {
    this.template = template;
    this.lists = lists;
    this.attached =
        Stream.of("AWS::IAM::Policy", MANAGED, "AWS::IAM::RolePolicy")
            .flatMap(template::of)
            .flatMap(policy -> roles(policy).distinct().map(role -> Map.entry(role, policy)))
            .collect(
                Collectors.groupingBy(
                    Map.Entry::getKey,
                    Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
  }

  /** Adds the role, and {@code rights.wide}: what it may do on more than the consumer's own. */
  void describe(Subject subject, Resource function) {
    Optional<Resource> role = template.find(function.file(), function.at("Role"), ROLE);
    subject.part("role", role);
    role.ifPresent(
        it ->
            subject.put(
                "rights.wide",
                statements(it).stream()
                    .filter(statement -> statement.effect().equals("Allow"))
                    .flatMap(statement -> wide(statement.node()))
                    .distinct()
                    .sorted()
                    .collect(Collectors.joining(", "))));
  }

  private Stream<String> wide(JsonNode statement) {
    boolean isOnAll =
        Wiring.list(statement.path("Resource")).stream().anyMatch(it -> it.asText().equals("*"));
    return Wiring.list(statement.path("Action")).stream()
        .map(JsonNode::asText)
        .filter(this::isGuarded)
        .filter(action -> isPattern(action) || (isOnAll && !isOfNoResource(action)));
  }

  /** Whether an action is of a service with queues, records or keys. */
  private boolean isGuarded(String action) {
    String service = action.replaceFirst(":.*", "");
    return Wiring.list(lists.path("guarded")).stream().anyMatch(it -> covers(service, it.asText()));
  }

  private boolean isOfNoResource(String action) {
    return Wiring.list(lists.path("withoutResource")).stream()
        .anyMatch(it -> it.asText().equalsIgnoreCase(action));
  }

  private static boolean isPattern(String text) {
    return text.contains("*") || text.contains("?");
  }

  /** Adds {@code rights.PART.missing}: the actions of that list that the role lacks. */
  void of(Subject subject, Resource function, String part, Resource target) {
    Optional<Resource> role = template.find(function.file(), function.at("Role"), ROLE);
    if (role.isEmpty()) {
      return;
    }
    missing(subject, "rights." + part + ".missing", role.get(), part, target);
    JsonNode key = key(target);
    if (!key.isMissingNode()) {
      String fact = "rights." + part + "Key.missing";
      keyResource(target, key)
          .ifPresentOrElse(
              it -> missing(subject, fact, role.get(), part + "Key", it),
              () -> subject.put(fact, NullNode.getInstance()));
    }
  }

  /** A key that another template makes is known by its ARN; what an alias means is not known. */
  private Optional<Resource> keyResource(Resource target, JsonNode key) {
    return template
        .find(target.file(), key, KEY)
        .or(
            () ->
                Optional.of(key.asText())
                    .filter(it -> it.startsWith("arn:"))
                    .map(
                        arn ->
                            new Resource(
                                target.file(),
                                arn,
                                arn,
                                KEY,
                                Wiring.missing(),
                                1,
                                NullNode.getInstance())));
  }

  private static JsonNode key(Resource target) {
    return Stream.of("KmsMasterKeyId", "SSESpecification/KMSMasterKeyId", "StreamEncryption/KeyId")
        .map(target::at)
        .filter(it -> !it.isMissingNode() && !it.asText().isEmpty())
        .filter(it -> !it.asText().startsWith("alias/aws/"))
        .findFirst()
        .orElseGet(Wiring::missing);
  }

  private void missing(Subject subject, String fact, Resource role, String list, Resource target) {
    List<String> open =
        Wiring.list(lists.path("rights").path(list)).stream()
            .map(JsonNode::asText)
            .filter(action -> allows(role, action, target) != Answer.YES)
            .toList();
    boolean isUnknown =
        open.stream().anyMatch(action -> allows(role, action, target) == Answer.UNKNOWN)
            || (!open.isEmpty() && ownPolicyMayAllow(target));
    if (isUnknown) {
      subject.put(fact, NullNode.getInstance());
    } else {
      subject.put(fact, String.join(", ", open));
    }
  }

  /**
   * Whether the policy of a key may give rights by itself: it names more than the account, or it is
   * not in this template. Who that is isn't judged.
   */
  private static boolean ownPolicyMayAllow(Resource target) {
    if (!target.type().equals(KEY)) {
      return false;
    }
    JsonNode policy = Wiring.parsed(target.at("KeyPolicy"));
    return target.properties().isMissingNode()
        || policy.isNull()
        || Wiring.list(policy.path("Statement")).stream()
            .filter(it -> Statement.effect(it).equals("Allow"))
            .map(it -> it.path("Principal"))
            .anyMatch(it -> it.isNull() || it.isTextual() || namesMoreThanTheAccount(it));
  }

  private static boolean namesMoreThanTheAccount(JsonNode principal) {
    return Wiring.list(principal.path("AWS")).stream()
        .anyMatch(it -> it.isNull() || !it.asText().endsWith(":root"));
  }

  private Answer allows(Resource role, String action, Resource target) {
    Answer denied = strongest(role, "Deny", action, target);
    if (denied == Answer.YES) {
      return Answer.NO;
    }
    Answer allowed = strongest(role, "Allow", action, target);
    Answer managed = byManaged(role, action);
    Answer answer = allowed.compareTo(managed) < 0 ? allowed : managed;
    return answer == Answer.YES && denied == Answer.UNKNOWN ? denied : answer;
  }

  /** The surest answer of its statements with that effect. */
  private Answer strongest(Resource role, String effect, String action, Resource target) {
    return statements(role).stream()
        .filter(it -> it.effect().equals(effect))
        .map(it -> fits(it, action, target))
        .min(Enum::compareTo)
        .orElse(Answer.NO);
  }

  private Answer fits(Statement of, String action, Resource target) {
    JsonNode statement = of.node();
    if (statement.isNull() || statement.has("NotAction") || statement.has("NotResource")) {
      return Answer.UNKNOWN;
    }
    List<JsonNode> actions = Wiring.list(statement.path("Action"));
    boolean isOfAction = actions.stream().anyMatch(it -> covers(it.asText(), action));
    if (!isOfAction && actions.stream().noneMatch(JsonNode::isNull)) {
      return Answer.NO;
    }
    Answer named =
        Wiring.list(statement.path("Resource")).stream()
            .map(it -> names(of.file(), it, target))
            .min(Enum::compareTo)
            .orElse(Answer.NO);
    boolean isCertain = isOfAction && !statement.has("Condition");
    return named == Answer.YES && !isCertain ? Answer.UNKNOWN : named;
  }

  private Answer names(int file, JsonNode resource, Resource target) {
    String text = resource.asText();
    int place = isOfItsTemplate(text) ? file : target.file();
    boolean isFound = template.find(place, resource, target.type()).equals(Optional.of(target));
    if (text.equals("*") || text.equals(target.id()) || (isFound && isArn(text))) {
      return Answer.YES;
    }
    boolean isVaried = isPattern(text) || VARIABLE.matcher(text).find();
    boolean isOpen = resource.isNull() || isVaried || Reference.isAround(text);
    return isOpen ? Answer.UNKNOWN : Answer.NO;
  }

  /** A name means the same resource in each template, but a reference does not. */
  private static boolean isOfItsTemplate(String text) {
    return Reference.id(text).isPresent() || text.contains(Exports.STACK);
  }

  /** A Ref to a queue is its URL, and to a table its name; IAM takes neither. */
  private static boolean isArn(String text) {
    return text.startsWith("arn:") || lower(Reference.attribute(text)).endsWith("arn");
  }

  /** Whether a pattern of IAM fits an action; a regular expression of many stars would not end. */
  private static boolean covers(String pattern, String action) {
    String form = lower(pattern);
    String text = lower(action);
    int at = 0;
    int star = -1;
    int behindStar = 0;
    for (int i = 0; i < text.length(); ) {
      char next = at < form.length() ? form.charAt(at) : '\0';
      if (next == '*') {
        star = at++;
        behindStar = i;
      } else if (next == '?' || next == text.charAt(i)) {
        at++;
        i++;
      } else if (star >= 0) {
        at = star + 1;
        i = ++behindStar;
      } else {
        return false;
      }
    }
    return form.substring(at).replace("*", "").isEmpty();
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  /** The statements of its policies, of those that name it, and of AWS's own that are known. */
  private List<Statement> statements(Resource role) {
    return statements.computeIfAbsent(role.key(), it -> found(role).toList());
  }

  private Stream<Statement> found(Resource role) {
    Stream<Statement> own =
        Wiring.list(role.at("Policies")).stream()
            .flatMap(it -> statements(role.file(), Resource.at(it, "PolicyDocument")));
    Stream<Resource> referred =
        managed(role).flatMap(it -> template.find(role.file(), it, MANAGED).stream());
    return Stream.concat(
        own,
        Stream.concat(attached.getOrDefault(role.key(), List.of()).stream(), referred)
            .flatMap(it -> statements(it.file(), it.at("PolicyDocument"))));
  }

  private static Stream<Statement> statements(int file, JsonNode policy) {
    JsonNode parsed = Wiring.parsed(policy);
    List<JsonNode> nodes =
        parsed.isNull() ? List.of(parsed) : Wiring.list(parsed.path("Statement"));
    return nodes.stream().map(it -> new Statement(file, it));
  }

  /** The keys of the roles that a policy names. */
  private Stream<String> roles(Resource policy) {
    return Stream.of("Roles", "RoleName")
        .flatMap(it -> Wiring.list(policy.at(it)).stream())
        .flatMap(it -> template.find(policy.file(), it, ROLE).stream())
        .map(Resource::key);
  }

  private static Stream<JsonNode> managed(Resource role) {
    return Wiring.list(role.at("ManagedPolicyArns")).stream();
  }

  /** What AWS's own policies allow, on everything; those of others are not known. */
  private Answer byManaged(Resource role, String action) {
    return managed(role)
        .filter(it -> template.find(role.file(), it, MANAGED).isEmpty())
        .map(it -> it.asText().substring(it.asText().lastIndexOf('/') + 1))
        .map(name -> lists.path("managedPolicies").path(name))
        .map(
            known ->
                known.isMissingNode()
                    ? Answer.UNKNOWN
                    : Wiring.list(known).stream().anyMatch(it -> it.asText().equals(action))
                        ? Answer.YES
                        : Answer.NO)
        .min(Enum::compareTo)
        .orElse(Answer.NO);
  }
}
