package dev.effectivelyonce.local.demo.plan;

import dev.effectivelyonce.local.demo.plan.QueuePlanner.Contents;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** Makes a plan from a seed. */
public final class Planner {
  /** An order and a payment have between two and three messages, on the average. */
  private static final int MOST_MESSAGES_OF_TWO_EVENTS = 3;

  /** One order in so many is fulfilled: each costs a dozen writes and calls of the gateway. */
  private static final int ORDERS_PER_FULFILMENT = 16;

  private Planner() {}

  /** The plan of a request; the same for the same request, on every machine. */
  public static Plan plan(PlanRequest request) {
    // Its algorithm is part of its specification.
    RandomGenerator random = new Random(request.seed());
    Timeline timeline = new Timeline();
    Contents orders = new Orders(random, DemoQueue.ORDERS, "order");
    new QueuePlanner(DemoQueue.ORDERS, orderShares(request), orders, random, timeline).plan();
    PaymentContents payments = new PaymentContents(random, request.payments());
    Shares paid = Shares.payments(request.payments());
    new QueuePlanner(DemoQueue.PAYMENTS, paid, payments, random, timeline).plan();
    if (request.fulfilments() > 0) {
      Contents fulfilments = new FulfilmentContents(random);
      Shares shares = Shares.fulfilments(request.fulfilments());
      new QueuePlanner(DemoQueue.FULFILMENT, shares, fulfilments, random, timeline).plan();
    }
    if (request.receipts() > 0) {
      Contents receipts = new Orders(random, DemoQueue.RECEIPTS, "receipt");
      Shares shares = Shares.receipts(request.receipts());
      new QueuePlanner(DemoQueue.RECEIPTS, shares, receipts, random, timeline).plan();
    }
    if (request.transfers() > 0) {
      Contents transfers = new TransferContents(random);
      Shares shares = Shares.transfers(request.transfers());
      new QueuePlanner(DemoQueue.LEDGER, shares, transfers, random, timeline).plan();
    }
    return withRequests(request, random, timeline, payments.openingCents());
  }

  private static Plan withRequests(
      PlanRequest request,
      RandomGenerator random,
      Timeline timeline,
      SortedMap<String, Long> openingCents) {
    if (request.requests() == 0) {
      return timeline.plan(List.of(), openingCents);
    }
    RequestPlanner requests = new RequestPlanner(request, random);
    SortedMap<String, Long> all = new TreeMap<>(openingCents);
    all.putAll(requests.openingCents());
    return timeline.plan(requests.requests(), all);
  }

  private static Shares orderShares(PlanRequest request) {
    return request.fulfilments() > 0
        ? Shares.ordersAlsoToShip(request.orders())
        : Shares.orders(request.orders());
  }

  /** Returns how many orders are fulfilled beside so many that are only taken. */
  public static int fulfilmentsFor(int orders) {
    return Math.max(Shares.LEAST_EVENTS, orders / ORDERS_PER_FULFILMENT);
  }

  /** The request whose plan has at least so many messages, in as many orders as payments. */
  public static PlanRequest requestFor(
      int leastMessages, long seed, int receipts, int requests, int transfers) {
    int events = Math.max(Shares.LEAST_EVENTS, leastMessages / MOST_MESSAGES_OF_TWO_EVENTS);
    while (true) {
      PlanRequest request =
          new PlanRequest(
              seed, events, events, fulfilmentsFor(events), receipts, requests, transfers);
      int missing = leastMessages - plan(request).messages().size();
      if (missing <= 0) {
        return request;
      }
      events += 1 + missing / MOST_MESSAGES_OF_TWO_EVENTS;
    }
  }

  /**
   * Orders of some hundred customers: to be taken, or to be given a receipt.
   *
   * @param word begins their keys; injected faults name the rows of all queues by their keys
   */
  private record Orders(RandomGenerator random, DemoQueue queue, String word) implements Contents {
    private static final int CUSTOMERS = 400;

    @Override
    public Event event(Kind kind, int index) {
      // Orders to fulfil that are sent by themselves have keys of their own.
      String kept = kind == Kind.TO_SHIP ? "to-ship" : word;
      Event.Id id = new Event.Id(queue, String.format(Locale.ROOT, "%s-%06d", kept, index));
      return new Event(id, kind, "", 100 + random.nextInt(99_900));
    }

    @Override
    public String body(Event event, long amountCents) {
      String customer = "customer-" + Math.floorMod(event.id().key().hashCode(), CUSTOMERS);
      return event.kind() == Kind.TO_SHIP
          ? Bodies.orderToShip(event.id().key(), customer, amountCents)
          : Bodies.order(event.id().key(), customer, amountCents);
    }

    @Override
    public Optional<String> anyGroup() {
      return Optional.empty();
    }
  }
}
