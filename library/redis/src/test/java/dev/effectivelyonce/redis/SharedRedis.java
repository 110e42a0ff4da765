package dev.effectivelyonce.redis;

import dev.effectivelyonce.core.store.Durability;
import dev.effectivelyonce.core.store.Listing;

/** One server for the tests that need nothing of their own, ended with the JVM. */
final class SharedRedis {
  private static final LocalRedis SERVER = LocalRedis.start();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(SERVER::close));
  }

  private SharedRedis() {}

  static LocalRedis server() {
    return SERVER;
  }

  static LocalRedis emptied() {
    SERVER.client().flushAll();
    return SERVER;
  }

  /** Returns a store on the server, which has no key then. */
  static RedisStore emptyStore() {
    return store(emptied().commands(), Listing.FAILED_AND_HELD);
  }

  static RedisStore store(Commands commands, Listing listing) {
    return RedisStore.builder(commands).durability(Durability.SYNC).listing(listing).build();
  }
}
