/** Tests on a real server, which embedded-redis brings along. */
@NullMarked
package dev.effectivelyonce.redis;

import org.jspecify.annotations.NullMarked;
