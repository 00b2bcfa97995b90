/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.catalog.Relation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Who is a partition of whom, and who inherits from whom. */
final class RelationTree {
    private final Map<Integer, Relation> byOid = new HashMap<>();
    private final Map<Integer, List<Relation>> children = new HashMap<>();

    RelationTree(List<Relation> relations) {
        for (Relation relation : relations) {
            byOid.put(relation.oid(), relation);
            for (int parent : relation.parents()) {
                children.computeIfAbsent(parent, oid -> new ArrayList<>()).add(relation);
            }
        }
    }

    /** All that a relation is below of; parents that are not among the relations are not seen. */
    Set<Relation> ancestors(Relation relation) {
        Set<Relation> found = new LinkedHashSet<>();
        Deque<Relation> open = new ArrayDeque<>(List.of(relation));
        while (!open.isEmpty()) {
            for (int oid : open.pop().parents()) {
                Relation parent = byOid.get(oid);
                if (parent != null && found.add(parent)) {
                    open.push(parent);
                }
            }
        }
        return found;
    }

    /** All that is below a relation. */
    Set<Relation> descendants(Relation relation) {
        Set<Relation> found = new LinkedHashSet<>();
        Deque<Relation> open = new ArrayDeque<>(List.of(relation));
        while (!open.isEmpty()) {
            for (Relation child : children.getOrDefault(open.pop().oid(), List.of())) {
                if (found.add(child)) {
                    open.push(child);
                }
            }
        }
        return found;
    }
}
