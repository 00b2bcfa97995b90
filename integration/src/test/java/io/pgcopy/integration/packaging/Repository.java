/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.packaging;

import io.pgcopy.integration.fixture.Workspace;
import java.nio.file.Path;

/** The project's own folder, for tests about what is in it. */
final class Repository {
    private Repository() {}

    static Path root() {
        return Workspace.repository();
    }
}
