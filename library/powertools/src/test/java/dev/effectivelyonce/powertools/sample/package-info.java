/** The functions that the page about migrating from Powertools shows. */
@NullMarked
package dev.effectivelyonce.powertools.sample;

import org.jspecify.annotations.NullMarked;
