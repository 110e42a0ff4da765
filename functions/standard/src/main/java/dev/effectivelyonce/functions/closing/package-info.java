/** The closing of a day's books, by a schedule or when an event of EventBridge says so. */
@NullMarked
package dev.effectivelyonce.functions.closing;

import org.jspecify.annotations.NullMarked;
