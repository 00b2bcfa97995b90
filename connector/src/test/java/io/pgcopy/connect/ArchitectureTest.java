/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.pgcopy.connect.type.PgType;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.kafka.common.config.AbstractConfig;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * How the connector is laid out; start reading here. Dependencies point down, and only down:
 *
 * <pre>
 *     source                      sink         know Connect's lifecycle; neither knows the other
 *       |  \_____________________/  |
 *       |     blob config metrics   |          leaves
 *       v                           v
 *      row  &lt;-----------------------+          one table's rows
 *       v
 *     codec                                    one type's bytes
 *     /   \
 *  copy   type  &lt;--  catalog  --&gt;  db          the stream | the model | the server
 * </pre>
 *
 * A row goes out as {@code db.CopyOutChannel -> copy.CopyStreamReader -> row.RowDecoder -> SourceRecord}, see
 * {@code source.TableReader}, and in as {@code SinkRecord -> row.RowEncoder -> copy.CopyStreamWriter ->
 * db.CopyInChannel}, see {@code sink.RecordEncoder} and {@code sink.CopyRows}.
 */
@AnalyzeClasses(packagesOf = ArchitectureTest.class, importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String OURS = "io.pgcopy.connect..";

    @ArchTest
    static final ArchRule TYPE_USES_NOTHING_OF_OURS = uses("type");

    @ArchTest
    static final ArchRule COPY_USES_NOTHING_OF_OURS = uses("copy");

    @ArchTest
    static final ArchRule BLOB_USES_NOTHING_OF_OURS = uses("blob");

    @ArchTest
    static final ArchRule CONFIG_USES_NOTHING_OF_OURS = uses("config");

    @ArchTest
    static final ArchRule METRICS_USES_NOTHING_OF_OURS = uses("metrics");

    @ArchTest
    static final ArchRule DB_KNOWS_THE_MODEL = uses("db", "type");

    @ArchTest
    static final ArchRule CATALOG_ASKS_THE_SERVER = uses("catalog", "db", "type");

    @ArchTest
    static final ArchRule CODEC_READS_FIELDS = uses("codec", "copy", "type");

    @ArchTest
    static final ArchRule ROW_READS_TUPLES = uses("row", "codec", "copy", "type");

    @ArchTest
    static final ArchRule SOURCE_DOES_NOT_KNOW_THE_SINK = noClasses()
            .that(resideInAPackage("io.pgcopy.connect.source.."))
            .should()
            .dependOnClassesThat(resideInAPackage("io.pgcopy.connect.sink.."));

    @ArchTest
    static final ArchRule SINK_DOES_NOT_KNOW_THE_SOURCE = noClasses()
            .that(resideInAPackage("io.pgcopy.connect.sink.."))
            .should()
            .dependOnClassesThat(resideInAPackage("io.pgcopy.connect.source.."));

    @ArchTest
    static final ArchRule PACKAGES_HAVE_NO_CYCLES =
            slices().matching("io.pgcopy.connect.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule THE_DATA_PATH_SEES_OF_KAFKA_ONLY_CONNECTS_DATA = noClasses()
            .that(resideInAnyPackage(ours("copy", "codec", "row", "blob")))
            .should()
            .dependOnClassesThat(resideInAPackage("org.apache.kafka..")
                    .and(not(resideInAnyPackage(
                            "org.apache.kafka.connect.data..", "org.apache.kafka.connect.errors.."))));

    @ArchTest
    static final ArchRule ONLY_DB_KNOWS_JDBC_AND_THE_DRIVER = noClasses()
            .that(not(resideInAPackage("io.pgcopy.connect.db..")))
            .should()
            .dependOnClassesThat(resideInAnyPackage("java.sql..", "javax.sql..", "org.postgresql.."));

    /** Whoever wants to know what a column's values are asks {@link PgType#is} or {@link PgType#carried}. */
    @ArchTest
    static final ArchRule THE_MODEL_LOOKS_UNDER_DOMAINS = noClasses()
            .that(not(resideInAnyPackage(ours("type", "codec", "catalog"))))
            .should()
            .dependOnClassesThat()
            .areAssignableTo(PgType.Domain.class);

    @ArchTest
    static final ArchRule ONLY_COPY_KNOWS_BYTE_ORDER = noClasses()
            .that(not(resideInAPackage("io.pgcopy.connect.copy..")))
            .should()
            .accessField(ByteOrder.class, "BIG_ENDIAN")
            .orShould()
            .accessField(ByteOrder.class, "LITTLE_ENDIAN");

    @ArchTest
    static final ArchRule ONLY_CONFIG_PARSES_CONFIGURATION = noClasses()
            .that(not(resideInAPackage("io.pgcopy.connect.config..")))
            .should()
            .dependOnClassesThat()
            .areAssignableTo(AbstractConfig.class);

    @ArchTest
    static final ArchRule NAMES_SAY_WHAT_A_CLASS_IS = classes()
            .that(resideInAPackage(OURS))
            .should()
            .haveNameNotMatching(".*(Util|Utils|Helper|Manager|Impl|Base)")
            .andShould()
            .haveNameNotMatching(".*\\.Abstract[A-Z].*");

    /** Classes of a package use none of ours but its own and those of the packages named. */
    private static ArchRule uses(String name, String... allowed) {
        String[] seen =
                ours(Stream.concat(Stream.of(name), Arrays.stream(allowed)).toArray(String[]::new));
        return noClasses()
                .that(resideInAPackage("io.pgcopy.connect." + name + ".."))
                .should()
                .dependOnClassesThat(resideInAPackage(OURS).and(not(resideInAnyPackage(seen))));
    }

    private static String[] ours(String... names) {
        return Arrays.stream(names)
                .map(name -> "io.pgcopy.connect." + name + "..")
                .toArray(String[]::new);
    }
}
