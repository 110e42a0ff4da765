/** Tests of logins and of the pool. */
@NullMarked
package dev.effectivelyonce.functions.database;

import org.jspecify.annotations.NullMarked;
