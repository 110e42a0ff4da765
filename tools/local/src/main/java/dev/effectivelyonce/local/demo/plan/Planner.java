package dev.effectivelyonce.local.demo.plan;

import dev.effectivelyonce.local.demo.plan.PlannedMessage.Role;
import dev.effectivelyonce.local.demo.plan.PlannedRequest.Way;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Makes a plan from a seed: the same for the same sizes, on every machine. */
public final class Planner {
  /** The article that is recalled once it is in stock. */
  public static final String RECALLED = "article-recalled";

  /** Few enough that orders meet at their rows, and many enough that they do not queue there. */
  static final int ARTICLES = 40;

  private static final long PLENTY = 1_000_000;

  /** Few enough that transfers meet at their rows, in both directions. */
  private static final int BOOKS = 20;

  /** Enough for each transfer several times: a repeated effect must show, and not be refused. */
  private static final long BOOK_CENTS = 1_000_000_000_000L;

  private static final int FEWEST_ACCOUNTS = 20;
  private static final int EVENTS_PER_ACCOUNT = 5;
  private static final int USUAL_ACCOUNTS = 200;

  /** In a longer run: an account's payments run one after the other. */
  private static final int MOST_PER_ACCOUNT = 25;

  private static final int PARCELS_OF_AN_ORDER = 10;

  private static final int MOST_CENTS = 100_000;

  /** The last moment of what may come again, so that waiting for it ends before the rest. */
  private static final double LAST = 0.85;

  /** Used keys come when all else has been sent. */
  private static final double WHEN_ALL_IS_SENT = 2;

  private static final double COPIED_SHARE = 0.1;

  /** The smallest number of events in which every kind finds room. */
  public static final int LEAST = 100;

  /** The most events of a consumer, so that keys keep their width. */
  private static final int MOST = 1_000_000;

  private final Map<DemoConsumer, Integer> sizes;

  /** Its algorithm is part of its specification. */
  private final Random random;

  private final List<Draft<PlannedMessage>> messages = new ArrayList<>();
  private final List<Draft<PlannedRequest>> requests = new ArrayList<>();
  private final List<Event> events = new ArrayList<>();
  private final SortedMap<String, Long> openingCents = new TreeMap<>();

  private Planner(long seed, Map<DemoConsumer, Integer> sizes) {
    this.sizes = sizes;
    this.random = new Random(seed);
    sizes.forEach(
        (consumer, count) -> {
          if (count != 0 && (count < LEAST || count > MOST)) {
            throw new IllegalArgumentException(
                "%s get %s events; set 0, or %s to %s"
                    .formatted(consumer.label(), count, LEAST, MOST));
          }
        });
  }

  /** Something at a time in the plan, from 0 to 1, that gets the number of its place. */
  private record Draft<T>(double time, IntFunction<T> what) {}

  /**
   * Makes a plan.
   *
   * @param seed decides every choice that chance makes
   * @param sizes how many distinct events each consumer gets; none for 0
   * @throws IllegalArgumentException if a size is too small for every kind of event to find room,
   *     or too large
   */
  public static Plan plan(long seed, Map<DemoConsumer, Integer> sizes) {
    return new Planner(seed, sizes).plan();
  }

  /** Returns what is in stock before the first order, by article. */
  public static Map<String, Long> openingStock() {
    Map<String, Long> stock = new TreeMap<>();
    IntStream.range(0, ARTICLES).forEach(article -> stock.put("article-" + article, PLENTY));
    stock.put(RECALLED, PLENTY);
    return stock;
  }

  /** Returns the balances in PostgreSQL before the first transfer, by account. */
  public static Map<String, Long> openingBook() {
    Map<String, Long> opening = new TreeMap<>();
    IntStream.range(0, BOOKS).forEach(number -> opening.put(book(number), BOOK_CENTS));
    return opening;
  }

  private Plan plan() {
    for (DemoConsumer consumer : DemoConsumer.values()) {
      int count = size(consumer);
      if (count > 0) {
        List<Event> all = eventsOf(consumer, count);
        if (consumer == DemoConsumer.REQUESTS) {
          all.forEach(this::planRequest);
        } else {
          events.addAll(all);
          all.forEach(event -> planMessages(event, 1.0 / count));
          planPoison(all.getLast());
        }
      }
    }
    return new Plan(ordered(messages), List.copyOf(events), ordered(requests), openingCents);
  }

  private int size(DemoConsumer consumer) {
    return sizes.getOrDefault(consumer, 0);
  }

  private static <T> List<T> ordered(List<Draft<T>> drafts) {
    drafts.sort(Comparator.comparingDouble(Draft::time));
    return IntStream.range(0, drafts.size())
        .mapToObj(number -> drafts.get(number).what().apply(number))
        .toList();
  }

  private List<Event> eventsOf(DemoConsumer consumer, int count) {
    List<Kind> kinds = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      boolean isPointless = kind == Kind.TO_SHIP && size(DemoConsumer.FULFILMENT) == 0;
      kinds.addAll(Collections.nCopies(isPointless ? 0 : kind.count(consumer, count), kind));
    }
    kinds.addAll(Collections.nCopies(count - kinds.size(), Kind.PLAIN));
    return IntStream.range(0, count)
        .mapToObj(index -> event(consumer, kinds.get(index), index))
        .toList();
  }

  private Event event(DemoConsumer consumer, Kind kind, int index) {
    String key = consumer.key(index);
    long cents = 100L + random.nextInt(MOST_CENTS - 100);
    return switch (consumer) {
      case ORDERS, FULFILMENT, RECEIPTS -> new Event(consumer, key, kind, "", "", cents);
      case SHIPMENTS -> {
        int orders = size(consumer) / PARCELS_OF_AN_ORDER;
        String order = String.format(Locale.ROOT, "order-%04d", random.nextInt(orders));
        yield new Event(consumer, key, kind, order, "", cents);
      }
      case PAYMENTS, REQUESTS -> {
        boolean isRequest = consumer == DemoConsumer.REQUESTS;
        String account = account(consumer, isRequest ? "api-account-" : "account-", index);
        long most = kind == Kind.OVER_BALANCE ? openingCents.getOrDefault(account, 0L) : 0;
        long amount = isRequest ? 200 + 2L * index : cents;
        yield new Event(consumer, key, kind, account, "", amount + most);
      }
      case LEDGER -> {
        int from = random.nextInt(BOOKS);
        int to = (from + 1 + random.nextInt(BOOKS - 1)) % BOOKS;
        long most = kind == Kind.OVER_BALANCE ? 2 * BOOKS * BOOK_CENTS : 0;
        yield new Event(consumer, key, kind, book(from), book(to), cents + most);
      }
    };
  }

  /** Opens one. Neighbouring indices get different ones, so those of special kinds share none. */
  private String account(DemoConsumer consumer, String accounts, int index) {
    int all = size(consumer);
    int usual = Math.max(USUAL_ACCOUNTS, all / MOST_PER_ACCOUNT);
    int count = Math.clamp(all / EVENTS_PER_ACCOUNT, FEWEST_ACCOUNTS, usual);
    String account = String.format(Locale.ROOT, "%s%03d", accounts, index % count);
    // Enough for each payment several times: a repeated effect must show, and not be refused.
    openingCents.put(account, 5L * MOST_CENTS * (1 + all / count));
    return account;
  }

  private static String book(int number) {
    return String.format(Locale.ROOT, "book-%02d", number);
  }

  private void planMessages(Event event, double step) {
    String body = Bodies.of(event, event.amountCents());
    // Only queues have a visibility timeout to wait for.
    boolean isOfTopic = event.consumer() == DemoConsumer.SHIPMENTS;
    double time = isOfTopic ? between(0, 1) : time(event.kind());
    planMessage(time, Role.FIRST, event, body);
    if (isCopied(event.kind())) {
      planMessage(timeOfCopy(event.kind(), time, step), Role.COPY, event, body);
    }
    if (event.kind() == Kind.KEY_REUSED) {
      String other = Bodies.of(event, event.otherCents());
      planMessage(WHEN_ALL_IS_SENT, Role.REUSED_KEY, event, other);
    }
  }

  private void planMessage(double time, Role role, Event event, String body) {
    messages.add(new Draft<>(time, number -> new PlannedMessage(number, role, event, body)));
  }

  /**
   * What takes long to recover from comes early, so that its visibility timeout overlaps with the
   * rest.
   */
  private double time(Kind kind) {
    return switch (kind) {
      case PLAIN -> between(0.01, 1);
      case ZOMBIE -> 0;
      default -> kind.fault() == Kind.Fault.DEADLY ? between(0.02, 0.08) : between(0.1, 0.5);
    };
  }

  /** A zombie is alone in its batch, and what is tried for long is not tried for longer. */
  private boolean isCopied(Kind kind) {
    return switch (kind) {
      case ZOMBIE, RETRYABLE_ALWAYS -> false;
      case SLOW -> true;
      case PLAIN -> random.nextDouble() < COPIED_SHARE;
      default -> random.nextBoolean();
    };
  }

  /** In a following batch while the first is in flight, next to it, or any time later. */
  private double timeOfCopy(Kind kind, double time, double step) {
    if (kind == Kind.SLOW || kind.fault() == Kind.Fault.DEADLY) {
      return time + (8 + random.nextInt(16)) * step;
    }
    return time + 0.01 * step + (random.nextBoolean() ? 0 : between(0, Math.max(0, LAST - time)));
  }

  /** Receipts get none: what they can't read comes back until its receives are used up. */
  private void planPoison(Event event) {
    if (event.consumer() == DemoConsumer.RECEIPTS) {
      return;
    }
    Event stray =
        new Event(event.consumer(), "poison", Kind.PLAIN, event.account(), event.toAccount(), 0);
    for (String body : Bodies.poison(event.consumer(), Bodies.of(stray, MOST_CENTS))) {
      planMessage(between(0, LAST), Role.POISON, stray, body);
    }
  }

  private void planRequest(Event event) {
    Way way =
        switch (event.kind()) {
          case PLAIN -> plainWay(requests.size());
          case KEY_REUSED -> Way.REUSED;
          case SLOW -> requests.size() % 2 == 0 ? Way.AT_ONCE : Way.HANGS_UP;
          case OVER_BALANCE -> random.nextBoolean() ? Way.LATER : Way.ONCE;
          default -> random.nextBoolean() ? Way.AT_ONCE : Way.ONCE;
        };
    requests.add(new Draft<>(time(event.kind()), number -> new PlannedRequest(number, event, way)));
  }

  /** Three of ten in another way than once. */
  private static Way plainWay(int index) {
    return switch (index % 50) {
      case 0 -> Way.NOT_JSON;
      case 1 -> Way.WITHOUT_KEY;
      case 2, 3, 4, 5, 6, 7, 8 -> Way.AT_ONCE;
      case 9, 10, 11, 12, 13 -> Way.LATER;
      default -> Way.ONCE;
    };
  }

  private double between(double from, double to) {
    return from + (to - from) * random.nextDouble();
  }
}
