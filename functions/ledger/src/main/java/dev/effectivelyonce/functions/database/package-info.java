/** A pool of connections to PostgreSQL, with a password of Secrets Manager or a token of IAM. */
@NullMarked
package dev.effectivelyonce.functions.database;

import org.jspecify.annotations.NullMarked;
