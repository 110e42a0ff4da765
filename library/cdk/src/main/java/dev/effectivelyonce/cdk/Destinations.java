package dev.effectivelyonce.cdk;

import dev.effectivelyonce.core.EnvironmentVariables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import software.amazon.awscdk.services.events.IEventBus;
import software.amazon.awscdk.services.sqs.IQueue;

/** The destinations of an outbox, by the names that its messages give. */
final class Destinations {
  /** The name under which publisher and sweeper report unknown destinations. */
  static final String UNKNOWN = "(unknown)";

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,63}");

  /**
   * The destination behind a name.
   *
   * @param value the URL or ARN that the functions get
   * @param rights what they need to send
   */
  private record Target(String name, String value, List<Permission> rights) {}

  private final List<Target> targets = new ArrayList<>();

  void add(String name, IQueue queue) {
    targets.add(new Target(name, queue.getQueueUrl(), Permission.toSend(queue).toList()));
  }

  void add(String name, IEventBus bus) {
    targets.add(
        new Target(
            name,
            bus.getEventBusArn(),
            List.of(Permission.of(bus.getEventBusArn(), "events:PutEvents"))));
  }

  List<String> names() {
    return targets.stream().map(Target::name).toList();
  }

  Stream<Permission> rights() {
    return targets.stream().flatMap(it -> it.rights().stream());
  }

  Map<String, String> variables() {
    Map<String, String> variables = new LinkedHashMap<>();
    targets.forEach(
        it -> variables.put(EnvironmentVariables.OUTBOX_DESTINATION + it.name(), it.value()));
    return variables;
  }

  List<String> problems() {
    Problems problems =
        new Problems()
            .when(
                targets.isEmpty(),
                "destination is missing. Name at least one queue or bus before build().");
    names().stream()
        .filter(name -> !NAME.matcher(name).matches())
        .forEach(
            name ->
                problems.add(
                    "destination '%s' is no usable name. Use a letter, then letters, digits and _.",
                    name));
    return problems
        .repeated(names(), "destination '%s' is given twice. Give each its own name.")
        .all();
  }
}
