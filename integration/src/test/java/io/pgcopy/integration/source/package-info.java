/** The source connector against a real server, without a worker around it. */
@NullMarked
package io.pgcopy.integration.source;

import org.jspecify.annotations.NullMarked;
