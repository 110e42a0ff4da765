/** The demo in small, on the functions and the stack that the build has made. */
@NullMarked
package dev.effectivelyonce.local.demo;

import org.jspecify.annotations.NullMarked;
