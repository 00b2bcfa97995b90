/* SPDX-License-Identifier: Apache-2.0 */
/** The whole job in one command: copy tables from one database to another, then compare both. */
@NullMarked
package io.pgcopy.integration.quickstart;

import org.jspecify.annotations.NullMarked;
