package dev.effectivelyonce.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.effectivelyonce.cli.options.Host;
import dev.effectivelyonce.core.engine.Platform;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;

/**
 * Runs commands for nobody, so that the installation can archive the classes that they load. What
 * stands in for AWS answers everything alike; what the commands make of it does not matter.
 */
final class Rehearsal {
  private static final int MOST_ENCRYPTED = 1 << 16;
  private static final String CONFIG =
      """
      {"outbox":"T","consumers":[{"name":"orders","queue":"Q","table":"T","key":"/id","retention":"P19D",
      "fingerprint":["/a"]}]}
      """;

  private static final String RECORD =
      """
      {"id":{"S":"orders#a-OXvd8Ock60UPld7io4VfQkVOXRFDoKp7cD17Y8clY"},"attempt":{"N":"1"},
      "owner":{"S":"o"},"schema":{"N":"1"},"status":{"S":"FAILED"},"error":{"S":"e"},
      "updated_at":{"N":"1"},"in_progress_expiration":{"N":"1"},"expiration":{"N":"9999999999"}}
      """;

  /** DynamoDB takes out of it what each call asks for. */
  private static final String TABLES =
      """
      {"Table":{"TableName":"T","ItemCount":0,"KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],
      "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],"GlobalSecondaryIndexes":[
      {"IndexName":"listing","IndexStatus":"ACTIVE",
      "KeySchema":[{"AttributeName":"id","KeyType":"HASH"}]}]},
      "TimeToLiveDescription":{"TimeToLiveStatus":"ENABLED","AttributeName":"expiration"},
      "ContinuousBackupsDescription":{"ContinuousBackupsStatus":"ENABLED",
      "PointInTimeRecoveryDescription":{"PointInTimeRecoveryStatus":"ENABLED"}},
      "Items":[],"Count":0,"ScannedCount":0,"Item":%1$s,"Attributes":%1$s}
      """
          .formatted(RECORD);

  /** SQS and Lambda do the same. */
  private static final String JSON =
      """
      {"QueueUrl":"http://127.0.0.1/1/Q","Attributes":{"QueueArn":"arn:aws:sqs:us-east-1:1:Q",
      "VisibilityTimeout":"30","MessageRetentionPeriod":"60","ApproximateNumberOfMessages":"0",
      "RedrivePolicy":
      "{\\"deadLetterTargetArn\\":\\"arn:aws:sqs:us-east-1:1:D\\",\\"maxReceiveCount\\":\\"5\\"}"},
      "EventSourceMappings":[{"UUID":"m","FunctionArn":"arn:aws:lambda:us-east-1:1:function:f:live",
      "State":"Enabled","BatchSize":10}],"FunctionName":"f","FunctionVersion":"1","Version":"1",
      "Environment":{"Variables":{"EFFECTIVELY_ONCE_MODE":"ENFORCE"}},"Timeout":5,"Versions":[]}
      """;

  private static final String XML =
      """
      <R><DescribeStacksResult><Stacks><member><Outputs><member><OutputKey>T</OutputKey>\
      <OutputValue>T</OutputValue></member></Outputs></member></Stacks></DescribeStacksResult>\
      <GetMetricDataResult><MetricDataResults><member><Id>errors</Id><Values><member>1.0</member></Values>\
      </member></MetricDataResults></GetMetricDataResult><DescribeAlarmsResult/>\
      <GetCallerIdentityResult><Arn>A</Arn></GetCallerIdentityResult></R>
      """;

  private static final List<String> COMMANDS =
      List.of(
          "--help",
          "status --stack=S",
          "status --output=json",
          "doctor",
          "inspect --consumer=orders --key=K",
          "inspect --consumer=orders --list=all",
          "inspect --consumer=orders --list=stale",
          "dead-letters --consumer=orders",
          "dead-letters --consumer=orders --summary",
          "dead-letters discard --consumer=orders --all --reason=R --yes",
          "acknowledge --consumer=orders --list=failed --reason=R --yes",
          "settle retry --consumer=orders --key=K --yes",
          "replay --consumer=orders --dry-run");

  private Rehearsal() {}

  /**
   * Runs the commands.
   *
   * @param arguments an empty folder
   */
  public static void main(String[] arguments) throws IOException, GeneralSecurityException {
    // Where AWS itself is asked, each start encrypts.
    SSLEngine encryption = SSLContext.getDefault().createSSLEngine("localhost", 1);
    encryption.setUseClientMode(true);
    encryption.wrap(ByteBuffer.allocate(0), ByteBuffer.allocate(MOST_ENCRYPTED));
    exitCodes(Path.of(arguments[0]));
  }

  /** Returns how each command ended. */
  static List<Integer> exitCodes(Path folder) throws IOException {
    Files.writeString(folder.resolve("effectively-once.json"), CONFIG);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", Rehearsal::answer);
    server.start();
    try {
      String endpoint = "--endpoint=http://127.0.0.1:" + server.getAddress().getPort();
      return COMMANDS.stream().map(command -> run(folder, command, endpoint)).toList();
    } finally {
      server.stop(0);
    }
  }

  private static int run(Path folder, String command, String endpoint) {
    BufferedReader nothing = new BufferedReader(Reader.nullReader());
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    Stream<String> words = Stream.of(command.split(" ", -1));
    String[] arguments =
        (command.startsWith("--") ? words : Stream.concat(words, Stream.of(endpoint)))
            .toArray(String[]::new);
    return Main.commandLine(new Host(Platform.system(), folder, Map.of(), nothing), arguments)
        .setOut(nowhere)
        .setErr(nowhere)
        .execute(arguments);
  }

  private static void answer(HttpExchange exchange) throws IOException {
    String type = String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type"));
    String target = String.valueOf(exchange.getRequestHeaders().getFirst("X-Amz-Target"));
    String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String json = target.startsWith("DynamoDB") ? tables(request) : queuesAndFunctions(request);
    byte[] body = (type.contains("form-urlencoded") ? XML : json).getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** No record has a trail yet. */
  private static String tables(String request) {
    return request.contains("\"trail/") ? "{}" : TABLES;
  }

  /** The dead-letter queue is D; a queue that is its own one would be refused. */
  private static String queuesAndFunctions(String request) {
    if (request.contains("ApproximateNumberOf")) {
      return "{\"Attributes\":{\"ApproximateNumberOfMessages\":\"0\"}}";
    }
    return request.contains("D\"") ? JSON.replace("/1/Q", "/1/D").replace(":1:Q", ":1:D") : JSON;
  }
}
