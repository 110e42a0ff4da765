/** SNS for the topics of the template: it sends each published message to the subscribed queues. */
@NullMarked
package dev.effectivelyonce.local.sns;

import org.jspecify.annotations.NullMarked;
