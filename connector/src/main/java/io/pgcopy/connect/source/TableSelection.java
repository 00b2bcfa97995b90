/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.catalog.Relation;
import io.pgcopy.connect.config.NamePattern;
import io.pgcopy.connect.config.TablesConfig;
import io.pgcopy.connect.db.Identifier;
import io.pgcopy.connect.db.ReadFrom;
import io.pgcopy.connect.type.TableId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which relations of a database are read, so that each row is read exactly once: a partition is part of its
 * selected parent; a selected table that inherits from another selected one is read on its own, with the
 * columns that it adds, and its parent without it. Rows of a table that is left out are not read through its
 * parent either, nor through its partitions.
 */
final class TableSelection {
    private final List<Relation> relations;
    private final TablesConfig config;
    private final RelationTree tree;
    private final Set<Relation> excluded = new LinkedHashSet<>();
    private final List<Problem> problems = new ArrayList<>();

    private TableSelection(List<Relation> relations, TablesConfig config) {
        this.relations = relations;
        this.config = config;
        this.tree = new RelationTree(relations);
    }

    /** What is read, and what is wrong with the names of tables in the configuration. */
    record Result(List<SelectedTable> tables, List<Problem> problems) {}

    static Result of(List<Relation> relations, TablesConfig config) {
        TableSelection selection = new TableSelection(relations, config);
        List<SelectedTable> tables = selection.select();
        return new Result(tables, List.copyOf(selection.problems));
    }

    private List<SelectedTable> select() {
        config.include().forEach(pattern -> checkMatch(TablesConfig.TABLES, pattern));
        // A pattern may be meant for what is still to come; a name that nothing bears leaves nothing out.
        config.exclude().stream()
                .filter(pattern -> !pattern.glob())
                .forEach(pattern -> checkMatch(TablesConfig.EXCLUDE, pattern));
        exclude();
        Set<Relation> matched = new LinkedHashSet<>();
        for (Relation relation : relations) {
            if (named(relation)) {
                matched.add(relation);
            }
        }
        if (matched.isEmpty() && problems.isEmpty()) {
            problems.add(new Problem(
                    TablesConfig.EXCLUDE, "leaves nothing of what tables names: there is no table to read."));
        }
        matched.removeIf(relation ->
                relation.partition() && tree.ancestors(relation).stream().anyMatch(matched::contains));
        matched.forEach(this::checkReadable);
        return matched.stream().map(relation -> selected(relation, matched)).toList();
    }

    // What is in its partitions is all that a partitioned table has.
    private void exclude() {
        for (Relation relation : relations) {
            if (config.excludes(relation.id().schema(), relation.id().name())) {
                excluded.add(relation);
                tree.descendants(relation).stream().filter(Relation::partition).forEach(excluded::add);
            }
        }
        for (Relation relation : excluded) {
            TableId id = relation.id();
            if (!config.excludes(id.schema(), id.name())
                    && config.include().stream()
                            .anyMatch(pattern -> !pattern.glob() && pattern.matches(id.schema(), id.name()))) {
                unreadable("names " + id + ", a partition of a table that " + TablesConfig.EXCLUDE
                        + " leaves out: take one of the two names away.");
            }
        }
    }

    // A glob never means another session's temporary tables.
    private boolean named(Relation relation) {
        TableId id = relation.id();
        return config.include().stream()
                        .filter(pattern -> !relation.temporary() || !pattern.glob())
                        .anyMatch(pattern -> pattern.matches(id.schema(), id.name()))
                && !excluded.contains(relation);
    }

    private void checkMatch(String key, NamePattern pattern) {
        boolean matches = relations.stream()
                .anyMatch(relation ->
                        pattern.matches(relation.id().schema(), relation.id().name()));
        if (matches) {
            return;
        }
        if (pattern.glob()) {
            problems.add(new Problem(key, "names " + pattern + ", which matches no table of the database."));
            return;
        }
        problems.add(new Problem(
                key,
                "names " + pattern + ", which does not exist in the database."
                        + alike(pattern)
                                .map(id -> " There is " + id + ": write names with upper case in double quotes.")
                                .orElse("")));
    }

    private Optional<String> alike(NamePattern pattern) {
        return relations.stream()
                .map(Relation::id)
                .filter(id -> pattern.almostMatches(id.schema(), id.name()))
                .map(SourceNames::quoted)
                .findFirst();
    }

    private void checkReadable(Relation relation) {
        if (relation.temporary()) {
            unreadable("names the temporary table " + relation.id()
                    + ", whose rows only its own session can see; leave it out.");
        } else if (!relation.maySelectSome()) {
            unreadable("names " + relation.id() + ", which the role may not read: GRANT USAGE ON SCHEMA "
                    + Identifier.quote(relation.id().schema()) + " and GRANT SELECT ON "
                    + Identifier.quote(relation.id()) + " to it, or add the table to " + TablesConfig.EXCLUDE + ".");
        } else if (relation.filtered()) {
            unreadable("names " + relation.id() + ", whose row security policies hide rows from the role: connect as"
                    + " its owner or as a role with BYPASSRLS.");
        }
    }

    private void unreadable(String text) {
        problems.add(new Problem(TablesConfig.TABLES, text));
    }

    private SelectedTable selected(Relation relation, Set<Relation> matched) {
        Set<Relation> below = tree.descendants(relation);
        Set<Relation> apart = new LinkedHashSet<>();
        for (Relation descendant : below) {
            if (matched.contains(descendant) || excluded.contains(descendant)) {
                apart.add(descendant);
                apart.addAll(tree.descendants(descendant));
            }
        }
        boolean only = !apart.isEmpty() && apart.containsAll(below);
        List<TableId> leftOut =
                only ? List.of() : apart.stream().map(Relation::id).toList();
        if (!leftOut.isEmpty() && relation.maySelectSome() && !relation.mayTellApart()) {
            // By tableoid, which is none of the columns that were granted.
            unreadable("names " + relation.id() + ", of which the role may read single columns, and some of the tables"
                    + " that inherit from it, " + leftOut.get(0) + " for one: to tell their rows apart takes SELECT on"
                    + " the whole table. GRANT SELECT ON " + Identifier.quote(relation.id())
                    + " to it, or name all of the tables that inherit from it, or none.");
        }
        return new SelectedTable(relation, new ReadFrom(relation.id(), only, leftOut));
    }
}
