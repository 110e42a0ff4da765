package dev.effectivelyonce.local.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.local.engines.Endpoints;
import dev.effectivelyonce.local.template.FunctionResource;
import dev.effectivelyonce.local.template.StackTemplate;
import java.net.URI;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Faults between everything that a stack does and its engines, quiet until {@link #begin}, and
 * between callers and the stack.
 *
 * <p>Everything may happen to a call of SQS, to a write of the idempotency table and to a commit of
 * effects with their record. That includes duplicates: any client may repeat such a request, and
 * the protocol has to bear it. A handler's own write is never duplicated. Its client sends it once,
 * and no network makes two of it; were it doubled inside one attempt, no claim could tell, and
 * plain effects promise nothing there.
 */
public final class Chaos implements AutoCloseable {
  /**
   * The receives for {@link #patient}: with waits that double, a message is given up within a
   * minute or two.
   */
  public static final int RECEIVES = 6;

  /**
   * The visibility timeout, with room for the start of a process, the functions' timeout and the
   * lease's margin.
   */
  private static final String VISIBILITY_SECONDS = "15";

  private final FaultDice dice;
  private final Map<String, Integer> lostOrders = new ConcurrentHashMap<>();
  private final Queue<JsonNode> lostReceives = new ConcurrentLinkedQueue<>();
  private final FaultCounts counts = new FaultCounts();
  private volatile Optional<EffectTables> effects = Optional.empty();
  private final List<ChaosProxy> proxies = new ArrayList<>();

  /**
   * @param rate the share of calls with a fault, from 0 to 1
   * @param seed decides the faults and their order
   */
  public Chaos(double rate, long seed) {
    this.dice = new FaultDice(rate, seed);
  }

  /**
   * The stack with more receives before a message is dead-lettered: a fault uses up one each time,
   * and with the stack's few most dead letters would be the network's. And with a shorter
   * visibility timeout: what a lost receive took along is away for as long, with its message group.
   */
  public static StackTemplate patient(StackTemplate template, int maxReceiveCount) {
    return template
        .withFunctions(function -> patient(function, maxReceiveCount))
        .withQueues(
            queue ->
                queue
                    .withMaxReceiveCount(
                        queue
                            .redrive()
                            .map(it -> Math.max(it.maxReceiveCount(), maxReceiveCount))
                            .orElse(maxReceiveCount))
                    .withAttribute("VisibilityTimeout", VISIBILITY_SECONDS));
  }

  /** A function whose queue has more receives already keeps them. */
  private static FunctionResource patient(FunctionResource function, int maxReceiveCount) {
    int deployed =
        Integer.parseInt(
            function.environment().getOrDefault(EnvironmentVariables.MAX_RECEIVE_COUNT, "0"));
    return function.withEnvironment(
        Map.of(
            EnvironmentVariables.MAX_RECEIVE_COUNT,
            Integer.toString(Math.max(deployed, maxReceiveCount))));
  }

  /** Puts a proxy before each engine; where they answer. */
  public Endpoints before(Endpoints engines) {
    return new Endpoints(
        before(engines.dynamoDb(), Service.DYNAMO_DB), before(engines.sqs(), Service.SQS));
  }

  /** Puts a proxy before an API; where it answers. */
  public URI beforeApi(URI api) {
    return before(api, Service.API).resolve(api.getRawPath());
  }

  private URI before(URI engine, Service service) {
    ChaosProxy proxy = ChaosProxy.start(engine, service, this, dice);
    proxies.add(proxy);
    return proxy.endpoint();
  }

  /** Begins the faults that calls meet from now on. */
  public void begin(EffectTables tables) {
    effects = Optional.of(tables);
  }

  /**
   * Returns how often a handler can't know that it had its effect, by order id.
   *
   * <p>A plain effect that arrived and whose answer was lost makes the handler throw after its
   * effect: under RERUN the effect may repeat once for it, as the guarantee says. No other fault
   * allows a repeat, and an effect that is committed with its record's completion never does.
   */
  public Map<String, Integer> lostOrders() {
    return Map.copyOf(lostOrders);
  }

  /** Returns the receives that never reached a function, as SQS answered them. */
  public List<JsonNode> lostReceives() {
    return List.copyOf(lostReceives);
  }

  /** Returns what has happened until now. */
  public FaultCounts counts() {
    return counts;
  }

  @Override
  public void close() {
    proxies.forEach(ChaosProxy::close);
  }

  /** Returns what may happen to a call; empty: nothing. */
  Set<Fault> possible(Service service, Call call) {
    Set<Fault> possible = EnumSet.noneOf(Fault.class);
    effects.ifPresent(
        tables -> {
          counts.called(name(service, call, tables));
          possible.addAll(EnumSet.allOf(Fault.class));
          if (isPlainEffect(call, tables)) {
            possible.remove(Fault.DUPLICATE);
          }
          if (service == Service.API) {
            possible.remove(Fault.THROTTLE);
          }
        });
    return possible;
  }

  /**
   * Notes that something happened.
   *
   * @param lost what the engine did and the caller was not told
   */
  void happened(Service service, Call call, Fault fault, Optional<JsonNode> lost) {
    effects.ifPresent(
        tables -> {
          counts.happened(name(service, call, tables), fault);
          if (isPlainEffect(call, tables) && fault == Fault.CUT && lost.isPresent()) {
            lostOrders.merge(call.body().at("/Key/orderId/S").asText(), 1, Integer::sum);
          } else if (service == Service.SQS && call.operation().equals("ReceiveMessage")) {
            lost.ifPresent(lostReceives::add);
          }
        });
  }

  private static boolean isPlainEffect(Call call, EffectTables tables) {
    return tables.plain().contains(call.table());
  }

  private static String name(Service service, Call call, EffectTables tables) {
    return switch (service) {
      case API -> "callers: requests";
      case SQS -> "queues: " + call.operation();
      case DYNAMO_DB -> {
        boolean isCommit = call.operation().equals("TransactWriteItems");
        boolean isAccount = call.table().equals(tables.accounts());
        String what = isCommit ? "record and effects" : isAccount ? "account" : "records";
        yield (isPlainEffect(call, tables) ? "effect" : what) + ": " + call.operation();
      }
    };
  }
}
