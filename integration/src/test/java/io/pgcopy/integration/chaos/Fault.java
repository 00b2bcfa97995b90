/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.chaos;

import java.util.Random;

/**
 * Something that breaks, and is whole again when its strike returns.
 *
 * @param name what it is, for the report
 */
record Fault(String name, Strike strike) {

    /** Does it, and proves that it was done: what is returned says how. */
    interface Strike {
        String on(Rig rig, Random random);
    }
}
