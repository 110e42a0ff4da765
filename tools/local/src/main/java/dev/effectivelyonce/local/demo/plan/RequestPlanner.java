package dev.effectivelyonce.local.demo.plan;

import dev.effectivelyonce.local.demo.plan.PlannedMessage.Role;
import dev.effectivelyonce.local.demo.plan.PlannedRequest.Way;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** Plans the requests of the payments API, and the accounts that they pay from. */
final class RequestPlanner {
  private static final int FEWEST_ACCOUNTS = 10;
  private static final int MOST_ACCOUNTS = 200;
  private static final int REQUESTS_PER_ACCOUNT = 15;
  private static final int ACCOUNTS_WITHOUT_ROW = 3;
  private static final long LEAST_CENTS = 200;

  private final Shares shares;
  private final RandomGenerator random;
  private final Schedule schedule;
  private final int accounts;
  private final long openingCents;
  private final List<Timed> drafts = new ArrayList<>();

  RequestPlanner(PlanRequest request, RandomGenerator random) {
    this.shares = Shares.requests(request.requests());
    this.random = random;
    this.schedule = new Schedule(random, request.requests());
    this.accounts =
        Math.clamp(request.requests() / REQUESTS_PER_ACCOUNT, FEWEST_ACCOUNTS, MOST_ACCOUNTS);
    // Enough for all requests, each several times: a second effect must show, and not be refused.
    this.openingCents = 10L * request.requests() * amountCents(request.requests());
  }

  /** The requests in the order in which their callers begin with them. */
  List<PlannedRequest> requests() {
    for (Kind kind : Kind.values()) {
      for (int index = 0; index < shares.of(kind); index++) {
        add(kind, way(kind, index), schedule.first(kind, index));
      }
    }
    int once = shares.plain() - shares.copies() - shares.neighbours() - shares.reused();
    addPlain(once, Way.ONCE);
    addPlain(shares.copies(), Way.LATER);
    addPlain(shares.neighbours(), Way.AT_ONCE);
    addPlain(shares.reused(), Way.REUSED);
    addPoison();
    List<PlannedRequest> inOrder = new ArrayList<>();
    drafts.stream()
        .sorted(Comparator.comparingDouble(Timed::time))
        .forEach(draft -> inOrder.add(numbered(draft.request(), inOrder.size())));
    return List.copyOf(inOrder);
  }

  SortedMap<String, Long> openingCents() {
    SortedMap<String, Long> opening = new TreeMap<>();
    for (int index = 0; index < accounts; index++) {
      opening.put(account(index), openingCents);
    }
    return opening;
  }

  /** A request before it has its number. */
  private record Timed(double time, PlannedRequest request) {}

  /** Half of what dies, fails or is refused is sent twice. */
  private static Way way(Kind kind, int index) {
    boolean twice = index % 2 == 0;
    return switch (kind) {
      case OVER_BALANCE, NO_ACCOUNT -> twice ? Way.LATER : Way.ONCE;
      case SLOW -> twice ? Way.AT_ONCE : Way.HANGS_UP;
      default -> twice ? Way.AT_ONCE : Way.ONCE;
    };
  }

  private void addPlain(int times, Way way) {
    for (int done = 0; done < times; done++) {
      add(Kind.PLAIN, way, schedule.first(Kind.PLAIN, 0));
    }
  }

  private void add(Kind kind, Way way, double time) {
    int index = drafts.size();
    String account =
        kind == Kind.NO_ACCOUNT
            ? PlannedRequest.ACCOUNTS + "none-" + index % ACCOUNTS_WITHOUT_ROW
            : account(random.nextInt(accounts));
    long amountCents = amountCents(index) + (kind == Kind.OVER_BALANCE ? openingCents : 0);
    draft(time, Role.FIRST, kind, way, account, amountCents);
  }

  private void addPoison() {
    for (Role role : Role.values()) {
      for (int index = 0; role.isPoison() && index < shares.poisonOfEach(); index++) {
        String account = account(random.nextInt(accounts));
        long amountCents = amountCents(drafts.size());
        draft(schedule.ofPoison(), role, Kind.PLAIN, Way.ONCE, account, amountCents);
      }
    }
  }

  private void draft(double time, Role role, Kind kind, Way way, String account, long amountCents) {
    PlannedRequest request =
        new PlannedRequest(
            0,
            role,
            String.format(Locale.ROOT, "request-%06d", drafts.size()),
            kind,
            way,
            account,
            amountCents,
            kind.simulate());
    drafts.add(new Timed(time, request));
  }

  private static PlannedRequest numbered(PlannedRequest request, int number) {
    return new PlannedRequest(
        number,
        request.role(),
        request.key(),
        request.kind(),
        request.way(),
        request.accountId(),
        request.amountCents(),
        request.simulate());
  }

  private static String account(int index) {
    return PlannedRequest.ACCOUNTS + String.format(Locale.ROOT, "%03d", index);
  }

  /** Even ones: the odd ones are the other payloads'. */
  private static long amountCents(int index) {
    return LEAST_CENTS + 2L * index;
  }
}
