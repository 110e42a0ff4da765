package dev.effectivelyonce.local.demo.plan;

import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** Orders of some articles, of which one is sold out and one is to be recalled. */
public final class FulfilmentContents implements QueuePlanner.Contents {
  /** The article that is recalled once it is in stock. */
  public static final String RECALLED = "article-recalled";

  private static final String SOLD_OUT = "article-sold-out";

  /** Few enough that orders meet at their rows, and many enough that they do not queue there. */
  private static final int ARTICLES = 40;

  private static final long PLENTY = 1_000_000;
  private static final int MOST_PIECES = 3;
  private static final int MOST_CENTS = 99_900;

  private final RandomGenerator random;

  FulfilmentContents(RandomGenerator random) {
    this.random = random;
  }

  /** Returns what is in stock before the first order, by article. */
  public static SortedMap<String, Long> openingStock() {
    SortedMap<String, Long> stock = new TreeMap<>();
    for (int article = 0; article < ARTICLES; article++) {
      stock.put("article-" + article, PLENTY);
    }
    stock.put(RECALLED, PLENTY);
    stock.put(SOLD_OUT, 0L);
    return stock;
  }

  @Override
  public Event event(Kind kind, int index) {
    Event.Id id =
        new Event.Id(DemoQueue.FULFILMENT, String.format(Locale.ROOT, "order-%06d", index));
    return new Event(id, kind, "", 100L + random.nextInt(MOST_CENTS));
  }

  @Override
  public String body(Event event, long amountCents) {
    int number = Math.floorMod(event.id().key().hashCode(), ARTICLES);
    String article =
        switch (event.kind()) {
          case SOLD_OUT -> SOLD_OUT;
          case RECALLED, CRASH_IN_REFUND -> RECALLED;
          default -> "article-" + number;
        };
    String customer = (event.kind() == Kind.DECLINED ? "declined-" : "customer-") + number;
    return Bodies.fulfilment(
        event.id().key(), customer, amountCents, article, 1 + number % MOST_PIECES);
  }

  @Override
  public Optional<String> anyGroup() {
    return Optional.empty();
  }
}
