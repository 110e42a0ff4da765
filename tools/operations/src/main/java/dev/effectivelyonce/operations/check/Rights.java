package dev.effectivelyonce.operations.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the role of a function may do. What can't be decided from the template is not judged. */
record Rights(Template template, JsonNode lists) {
  private static final String ROLE = "AWS::IAM::Role";
  private static final String KEY = "AWS::KMS::Key";
  private static final String MANAGED = "AWS::IAM::ManagedPolicy";

  /** From the one that decides to the one that does not. */
  private enum Answer {
    YES,
    UNKNOWN,
    NO
  }

  /** Adds the role, and {@code rights.wide}: what it may do on more than the consumer's own. */
  void describe(Subject subject, Resource function) {
    Optional<Resource> role = template.find(function.at("Role"), ROLE);
    subject.part("role", role);
    role.ifPresent(
        it ->
            subject.put(
                "rights.wide",
                statements(it)
                    .filter(statement -> is(statement, "Allow"))
                    .flatMap(this::wide)
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
    return action.equals("*")
        || Wiring.list(lists.path("guarded")).stream()
            .anyMatch(it -> lower(action).startsWith(it.asText() + ":"));
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
    Optional<Resource> role = template.find(function.at("Role"), ROLE);
    if (role.isEmpty()) {
      return;
    }
    missing(subject, "rights." + part + ".missing", role.get(), part, target);
    JsonNode key = key(target);
    if (!key.isMissingNode()) {
      String fact = "rights." + part + "Key.missing";
      keyResource(key)
          .ifPresentOrElse(
              it -> missing(subject, fact, role.get(), part + "Key", it),
              () -> subject.put(fact, NullNode.getInstance()));
    }
  }

  /** A key that another template makes is known by its ARN; what an alias means is not known. */
  private Optional<Resource> keyResource(JsonNode key) {
    return template
        .find(key, KEY)
        .or(
            () ->
                Optional.of(key.asText())
                    .filter(it -> it.startsWith("arn:"))
                    .map(
                        arn ->
                            new Resource(
                                arn, arn, KEY, Wiring.missing(), 1, NullNode.getInstance())));
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
            .filter(it -> is(it, "Allow"))
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
    return statements(role)
        .filter(it -> is(it, effect))
        .map(it -> fits(it, action, target))
        .min(Enum::compareTo)
        .orElse(Answer.NO);
  }

  /** An unknown statement may allow. */
  private static boolean is(JsonNode statement, String effect) {
    return Resource.at(statement, "Effect").asText("Allow").equals(effect);
  }

  private Answer fits(JsonNode statement, String action, Resource target) {
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
            .map(it -> names(it, target))
            .min(Enum::compareTo)
            .orElse(Answer.NO);
    boolean isCertain = isOfAction && !statement.has("Condition");
    return named == Answer.YES && !isCertain ? Answer.UNKNOWN : named;
  }

  private Answer names(JsonNode resource, Resource target) {
    String text = resource.asText();
    boolean isFound = template.find(resource, target.type()).equals(Optional.of(target));
    if (text.equals("*") || text.equals(target.id()) || (isFound && isArn(text))) {
      return Answer.YES;
    }
    boolean isOpen = resource.isNull() || isPattern(text) || Reference.isAround(text);
    return isOpen ? Answer.UNKNOWN : Answer.NO;
  }

  /** A Ref to a queue is its URL, and to a table its name; IAM takes neither. */
  private static boolean isArn(String text) {
    return text.startsWith("arn:") || lower(Reference.attribute(text)).endsWith("arn");
  }

  private static boolean covers(String pattern, String action) {
    String form =
        lower(pattern)
            .chars()
            .mapToObj(it -> it == '*' ? ".*" : it == '?' ? "." : Pattern.quote("" + (char) it))
            .collect(Collectors.joining());
    return lower(action).matches(form);
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  /** The statements of its policies, of those that name it, and of AWS's own that are known. */
  private Stream<JsonNode> statements(Resource role) {
    Stream<JsonNode> own =
        Wiring.list(role.at("Policies")).stream().map(it -> Resource.at(it, "PolicyDocument"));
    Stream<JsonNode> attached =
        Stream.of("AWS::IAM::Policy", MANAGED, "AWS::IAM::RolePolicy")
            .flatMap(template::of)
            .filter(it -> isOf(it, role))
            .map(it -> it.at("PolicyDocument"));
    Stream<JsonNode> referred =
        managed(role)
            .flatMap(it -> template.find(it, MANAGED).stream())
            .map(it -> it.at("PolicyDocument"));
    return Stream.of(own, attached, referred)
        .flatMap(it -> it)
        .map(Wiring::parsed)
        .flatMap(it -> it.isNull() ? Stream.of(it) : Wiring.list(it.path("Statement")).stream());
  }

  private boolean isOf(Resource policy, Resource role) {
    return Stream.concat(
            Wiring.list(policy.at("Roles")).stream(), Wiring.list(policy.at("RoleName")).stream())
        .anyMatch(it -> template.find(it, ROLE).equals(Optional.of(role)));
  }

  private static Stream<JsonNode> managed(Resource role) {
    return Wiring.list(role.at("ManagedPolicyArns")).stream();
  }

  /** What AWS's own policies allow, on everything; those of others are not known. */
  private Answer byManaged(Resource role, String action) {
    return managed(role)
        .filter(it -> template.find(it, MANAGED).isEmpty())
        .map(it -> it.asText().replaceFirst(".*/", ""))
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
