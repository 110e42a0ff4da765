package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.options.Host;
import dev.effectivelyonce.operations.bench.FaultyAws;
import dev.effectivelyonce.operations.bench.LocalAws;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The command {@code console}, running on a bench, and a browser that has opened its address. */
final class OpenConsole implements AutoCloseable {
  private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:(\\d+)/\\S+");

  private final CompletableFuture<String> printed = new CompletableFuture<>();
  private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();
  private final StringWriter err = new StringWriter();
  private final HttpClient client = HttpClient.newHttpClient();
  private final Thread command;
  private final URI address;
  private String cookie = "";
  private URI room;

  private OpenConsole(Bench bench, Stream<String> words) {
    Host host = bench.host(Reader.nullReader());
    String[] all = Stream.concat(Stream.of("console"), words).toArray(String[]::new);
    command =
        Thread.ofPlatform()
            .start(
                () -> {
                  exitCode.complete(execute(host, all));
                  printed.completeExceptionally(new AssertionError(err.toString()));
                });
    address = address(printed.join());
    room = address.resolve("/");
  }

  private OpenConsole(String printed) {
    command = Thread.ofPlatform().unstarted(() -> {});
    exitCode.complete(0);
    address = address(printed);
    room = address.resolve("/");
  }

  private static URI address(String printed) {
    Matcher found = ADDRESS.matcher(printed);
    assertThat(found.find()).isTrue();
    return URI.create(found.group());
  }

  /** Opens the address that another process has printed; to close it ends only the browser. */
  static OpenConsole ofProcess(String printed) {
    OpenConsole console = new OpenConsole(printed);
    console.open();
    return console;
  }

  private int execute(Host host, String... words) {
    StringWriter out =
        new StringWriter() {
          @Override
          public void flush() {
            printed.complete(toString());
          }
        };
    return Main.commandLine(host, words)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(words);
  }

  /** Starts the command against these endpoints; nobody has opened its address. */
  static OpenConsole started(Bench bench, String... words) {
    return new OpenConsole(bench, Stream.of(words));
  }

  /** Starts the command against the engines, and opens its address. */
  static OpenConsole of(Bench bench, String... options) {
    return of(bench, LocalAws.sqsEndpoint(), LocalAws.dynamoDbEndpoint(), options);
  }

  /** Starts the command against what stands before the engines, and opens its address. */
  static OpenConsole of(Bench bench, URI sqs, URI dynamoDb, String... options) {
    OpenConsole console =
        new OpenConsole(
            bench,
            Stream.concat(
                Stream.of(options),
                Stream.of("--endpoint=sqs=" + sqs, "--endpoint=dynamodb=" + dynamoDb)));
    console.open();
    return console;
  }

  /** The same with another endpoint for queues. */
  static OpenConsole ofLetters(Bench bench, FaultyAws sqs, String... options) {
    return of(bench, sqs.endpoint(), LocalAws.dynamoDbEndpoint(), options);
  }

  /** The same with another endpoint for records. */
  static OpenConsole ofRecords(Bench bench, FaultyAws dynamoDb, String... options) {
    return of(bench, LocalAws.sqsEndpoint(), dynamoDb.endpoint(), options);
  }

  /** Opens the address as a browser does. */
  HttpResponse<String> open() {
    HttpResponse<String> welcome = send(request(address));
    welcome
        .headers()
        .firstValue("Set-Cookie")
        .ifPresent(it -> cookie = it.substring(0, it.indexOf(';')));
    welcome.headers().firstValue("Location").ifPresent(it -> room = address.resolve(it));
    return welcome;
  }

  URI address() {
    return address;
  }

  int port() {
    return address.getPort();
  }

  /** The address of a page, without its host. */
  String path(String page) {
    return room.resolve(page).getRawPath();
  }

  /** Returns a page, wherever the browser is sent from it. */
  HttpResponse<String> page(String link) {
    HttpResponse<String> answer = send(request(room.resolve(link)));
    return answer.statusCode() == 303
        ? page(answer.headers().firstValue("Location").orElseThrow())
        : answer;
  }

  /** Returns a page when the look that it shows is over. */
  String over(String link) {
    String page = page(link).body();
    while (page.contains("The look is going on")) {
      page = page(link).body();
    }
    return page;
  }

  /** Returns the answer to a form, as this browser sends it. */
  HttpResponse<String> form(String page, Map<String, String> fields) {
    return send(formRequest(page, fields));
  }

  /** A form, as this browser sends it. */
  HttpRequest.Builder formRequest(String page, Map<String, String> fields) {
    String body =
        fields.entrySet().stream()
            .map(it -> it.getKey() + "=" + URLEncoder.encode(it.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
    return request(page)
        .header("Origin", origin())
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(HttpRequest.BodyPublishers.ofString(body));
  }

  /** The site of its pages. */
  String origin() {
    return "http://127.0.0.1:" + port();
  }

  /** Returns the page of an act when it is over: until then the page asks for itself again. */
  String overAct(String link) {
    HttpResponse<String> page = page(link);
    while (page.headers().firstValue("Refresh").isPresent()) {
      page = page(link);
    }
    return page.body();
  }

  /** Asks for a page, and does not wait for it. */
  CompletableFuture<HttpResponse<String>> begin(String link) {
    return begin(request(link));
  }

  /** Sends a request of this browser, and does not wait for its answer. */
  CompletableFuture<HttpResponse<String>> begin(HttpRequest.Builder request) {
    return client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  /** Returns the answer to a request of this browser. */
  HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** A request of this browser. */
  HttpRequest.Builder request(String page) {
    return request(room.resolve(page));
  }

  private HttpRequest.Builder request(URI to) {
    HttpRequest.Builder request = HttpRequest.newBuilder(to);
    return cookie.isEmpty() ? request : request.header("Cookie", cookie);
  }

  /** The header by which the console knows this browser. */
  String cookie() {
    return "Cookie: " + cookie;
  }

  /** Returns the answer to lines as they are. */
  String raw(String firstLine, String... headers) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
      String lines =
          firstLine + "\r\n" + String.join("\r\n", headers) + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(lines.getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Returns the answer to a form with these headers; one without a value is left out. */
  String rawForm(String page, Map<String, String> headers, String body) throws IOException {
    String lines =
        headers.entrySet().stream()
            .filter(it -> !it.getValue().isEmpty())
            .map(it -> it.getKey() + ": " + it.getValue())
            .collect(Collectors.joining("\r\n"));
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
      String all =
          "POST %s HTTP/1.1\r\n%s\r\nConnection: close\r\n\r\n%s"
              .formatted(page.startsWith("/") ? page : path(page), lines, body);
      socket.getOutputStream().write(all.getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** The id of a record, as addresses have it. */
  static String record(String key) {
    return Bench.id(key).value().replace("#", "%23");
  }

  /** The form on a preview, filled as it asks for it. */
  static Map<String, String> filled(String preview, String reason) {
    return Map.of("token", token(preview), "reason", reason, "word", word(preview));
  }

  /** Returns the token of the form on a page. */
  static String token(String page) {
    return found("name=\"token\" value=\"([^\"]+)\"", page.substring(page.lastIndexOf("<form")));
  }

  /** Returns the word that confirms the form on a page. */
  static String word(String page) {
    return found("To confirm, type <code>([^<]+)</code>", page);
  }

  /** Returns the first group of a pattern on a page. */
  static String found(String pattern, String page) {
    Matcher found = Pattern.compile(pattern).matcher(page);
    assertThat(found.find()).as("%s on: %s", pattern, page).isTrue();
    return found.group(1).replace("&amp;", "&");
  }

  /** What the command wrote to standard error. */
  String err() {
    return err.toString();
  }

  /** Returns when the command has written this to standard error, or has ended. */
  void awaitErr(String part) {
    while (!err().contains(part) && !exitCode.isDone()) {
      Thread.onSpinWait();
    }
  }

  /** Ends the command as Ctrl-C does; it may still give back what it holds. */
  void interrupt() {
    command.interrupt();
  }

  /** Returns the exit code when the command has ended. */
  int exitCode() {
    return exitCode.join();
  }

  @Override
  public void close() {
    interrupt();
    exitCode();
    client.close();
  }
}
