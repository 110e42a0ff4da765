/** Function URLs: HTTP requests in, answers of the functions out. */
@NullMarked
package dev.effectivelyonce.local.url;

import org.jspecify.annotations.NullMarked;
