package dev.effectivelyonce.dynamodb;

import java.util.List;
import java.util.Optional;

/** The Region and account of a table that is given by its ARN. */
record TableArn(String region, String account) {
  private static final int REGION = 3;
  private static final int ACCOUNT = 4;
  private static final int PARTS = 6;

  /** Returns empty for a table that is given by its name. */
  static Optional<TableArn> of(String table) {
    List<String> parts = List.of(table.split(":", PARTS));
    return table.startsWith("arn:") && parts.size() == PARTS
        ? Optional.of(new TableArn(parts.get(REGION), parts.get(ACCOUNT)))
        : Optional.empty();
  }
}
