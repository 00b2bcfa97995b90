/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.catalog.Relation;
import io.pgcopy.connect.db.ReadFrom;

/** A relation that is read, and which of its rows are. */
record SelectedTable(Relation relation, ReadFrom rows) {}
