/** The API for users: handlers, their attempts and their results. */
@NullMarked
package dev.effectivelyonce.core.handler;

import org.jspecify.annotations.NullMarked;
