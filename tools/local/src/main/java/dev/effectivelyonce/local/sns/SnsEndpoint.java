package dev.effectivelyonce.local.sns;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import dev.effectivelyonce.local.LoopbackServer;
import dev.effectivelyonce.local.template.StackTemplate;
import dev.effectivelyonce.local.template.TopicResource;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Answers clients of SNS, on a free loopback port. Signatures are not checked. */
public final class SnsEndpoint implements AutoCloseable {
  private static final int MOST_OF_A_BATCH = 10;

  private final LoopbackServer server = LoopbackServer.open("SNS");
  private final Map<String, Topic> topics = new ConcurrentSkipListMap<>();
  private final Clock clock;
  private final Supplier<UUID> ids;

  private SnsEndpoint(Clock clock, Supplier<UUID> ids) {
    this.clock = clock;
    this.ids = ids;
  }

  /**
   * Takes a port. Requests wait until {@link #serve}.
   *
   * @param clock tells when something is published
   * @param ids makes the ids of messages and requests
   * @throws dev.effectivelyonce.local.LocalRunnerException if there is no port
   */
  public static SnsEndpoint open(Clock clock, Supplier<UUID> ids) {
    return new SnsEndpoint(clock, ids);
  }

  /** Returns where it answers. */
  public URI root() {
    return URI.create("http://" + server.address());
  }

  /** The stack whose functions find it; one without topics too, which would find AWS otherwise. */
  public StackTemplate before(StackTemplate template) {
    Map<String, String> address = Map.of("AWS_ENDPOINT_URL_SNS", root().toString());
    return template.withFunctions(function -> function.withEnvironment(address));
  }

  /** Starts to answer. */
  public void serve(List<TopicResource> resources, SqsClient sqs) {
    resources.forEach(topic -> topics.put(topic.arn(), new Topic(topic, sqs)));
    server.at("/", this::handle).start();
  }

  @Override
  public void close() {
    server.close();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Parameters request =
          Parameters.of(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
      String action = request.text("Action").orElse("");
      String requestId = element("RequestId", ids.get().toString());
      exchange.getResponseHeaders().set("Content-Type", "text/xml");
      try {
        String result = element(action + "Result", result(action, request));
        String metadata = element("ResponseMetadata", requestId);
        send(exchange, 200, element(action + "Response", result + metadata));
      } catch (Refusal e) {
        String what =
            element("Code", e.code()) + element("Message", escaped(String.valueOf(e.getMessage())));
        send(exchange, e.status(), element("ErrorResponse", element("Error", what) + requestId));
      }
    }
  }

  private static void send(HttpExchange exchange, int status, String xml) throws IOException {
    LoopbackServer.answer(exchange, status, xml.getBytes(UTF_8));
  }

  private String result(String action, Parameters request) {
    return switch (action) {
      case "Publish" -> {
        Topic topic = topic(request.text("TopicArn").or(() -> request.text("TargetArn")));
        yield ids(publish(topic, topic.accepted(Publication.of(request))));
      }
      case "PublishBatch" -> publishBatch(request);
      case "ListTopics" ->
          members("Topics", topics.keySet().stream().map(arn -> element("TopicArn", arn)).toList());
      default -> throw new Refusal("InvalidAction", "The local runner does not do " + action);
    };
  }

  private Topic topic(Optional<String> arn) {
    Topic topic = topics.get(arn.orElseThrow(() -> Refusal.invalid("TopicArn")));
    if (topic == null) {
      throw new Refusal("NotFound", "Topic does not exist");
    }
    return topic;
  }

  /** If one entry is malformed, the whole batch is refused, as on AWS. */
  private String publishBatch(Parameters request) {
    Topic topic = topic(request.text("TopicArn"));
    List<Parameters> entries = request.entries("PublishBatchRequestEntries.member").toList();
    List<String> names = entries.stream().map(entry -> entry.required("Id")).toList();
    if (names.size() > MOST_OF_A_BATCH) {
      throw new Refusal("TooManyEntriesInBatchRequest", "It has more than 10 entries.");
    }
    if (new HashSet<>(names).size() < names.size()) {
      throw new Refusal("BatchEntryIdsNotDistinct", "Two entries have the same Id.");
    }
    List<Publication> publications =
        entries.stream().map(Publication::of).map(topic::accepted).toList();
    return members(
        "Successful",
        IntStream.range(0, names.size())
            .mapToObj(
                at ->
                    element("Id", escaped(names.get(at)))
                        + ids(publish(topic, publications.get(at))))
            .toList());
  }

  private Notification publish(Topic topic, Publication publication) {
    return topic.publish(publication, ids.get().toString(), clock.instant());
  }

  private static String ids(Notification published) {
    return element("MessageId", published.messageId())
        + published.sequenceNumber().map(it -> element("SequenceNumber", it)).orElse("");
  }

  private static String members(String list, List<String> members) {
    return element(
        list, members.stream().map(it -> element("member", it)).collect(Collectors.joining()));
  }

  private static String element(String name, String content) {
    return "<%1$s>%2$s</%1$s>".formatted(name, content);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
