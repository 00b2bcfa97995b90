/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark.delivery;

/** A way to get a load into its table: all of it is committed when the call returns. */
@FunctionalInterface
interface Way {
    void write(Load load) throws Exception;
}
