/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.packaging;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The archives as a user downloads them: the jars that are needed and no other, in the layout of the component hubs. */
class PluginZipIT {
    /** A link of Markdown to neither another host nor a place of its own page. */
    private static final Pattern LINK = Pattern.compile("\\]\\((?![a-z]+:|#)([^)#\\s]+)[^)]*\\)");

    @ParameterizedTest
    @EnumSource
    void holdsTheJarsThatAreNeededAndNoOther(PluginArchive archive) throws IOException {
        try (FileSystem zip = archive.open()) {
            assertThat(names(zip.getPath(archive.folder(), "lib")))
                    .map(jar -> jar.replaceFirst("-\\d.*\\.jar$", ""))
                    .containsExactlyInAnyOrderElementsOf(archive.jars);
        }
    }

    @ParameterizedTest
    @EnumSource
    void unpacksToOneFolderInTheHubsLayout(PluginArchive archive) throws IOException {
        try (FileSystem zip = archive.open()) {
            assertThat(names(zip.getPath("/"))).containsExactly(archive.folder());
            Path folder = zip.getPath(archive.folder());
            assertThat(names(folder)).containsExactlyInAnyOrder("manifest.json", "lib", "doc", "etc");
            assertThat(names(folder.resolve("doc")))
                    .containsExactlyInAnyOrder(
                            "README.md",
                            "LICENSE",
                            "NOTICE",
                            "CHANGELOG.md",
                            "CONTRIBUTING.md",
                            "SECURITY.md",
                            "docs",
                            "config-examples",
                            "sbom.cdx.json");
            assertThat(folder.resolve("etc/quickstart/source.json")).exists();
        }
    }

    /** What a page names is there: without the repository, and without a network. */
    @ParameterizedTest
    @EnumSource
    void everyRelativeLinkInItLeadsToAFileInIt(PluginArchive archive) throws IOException {
        try (FileSystem zip = archive.open();
                Stream<Path> entries = Files.walk(zip.getPath(archive.folder()))) {
            int links = 0;
            for (Path page :
                    entries.filter(entry -> entry.toString().endsWith(".md")).toList()) {
                Matcher link = LINK.matcher(Files.readString(page));
                while (link.find()) {
                    links++;
                    assertThat(page.resolveSibling(link.group(1)).normalize())
                            .as("%s of %s", link.group(1), page)
                            .exists();
                }
            }
            assertThat(links).isGreaterThan(30);
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyPageThatTheManifestNamesIsInIt(PluginArchive archive) throws IOException {
        try (FileSystem zip = archive.open()) {
            Path manifest = zip.getPath(archive.folder(), "manifest.json");
            Matcher page = Pattern.compile("[\\w/]+\\.md").matcher(Files.readString(manifest));
            int pages = 0;
            for (; page.find(); pages++) {
                assertThat(manifest.resolveSibling(page.group())).exists();
            }
            assertThat(pages).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void manifestSaysWhatItIs(PluginArchive archive) throws IOException {
        try (FileSystem zip = archive.open()) {
            JsonNode manifest = json(zip.getPath(archive.folder(), "manifest.json"));
            String version = manifest.path("version").asText();
            assertThat(manifest.path("name").asText()).isEqualTo(archive.plugin);
            assertThat(archive.folder())
                    .isEqualTo(manifest.at("/owner/username").asText() + "-" + archive.plugin + "-" + version);
            assertThat(manifest.path("component_types")).isNotEmpty();
            assertThat(manifest.toString()).as("all placeholders filled").doesNotContain("${");
        }
    }

    @ParameterizedTest
    @EnumSource
    void billOfMaterialsNamesEveryForeignJar(PluginArchive archive) throws IOException {
        try (FileSystem zip = archive.open()) {
            JsonNode bom = json(zip.getPath(archive.folder(), "doc", "sbom.cdx.json"));
            assertThat(bom.path("components").findValuesAsText("name")).containsAll(foreign(archive));
            String notice = Files.readString(zip.getPath(archive.folder(), "doc", "NOTICE"));
            assertThat(notice).contains(foreign(archive));
        }
    }

    @ParameterizedTest
    @EnumSource
    void checksumStandsBesideTheArchive(PluginArchive archive) throws IOException, NoSuchAlgorithmException {
        byte[] hash = MessageDigest.getInstance("SHA-512").digest(Files.readAllBytes(archive.file()));
        assertThat(Path.of(archive.file() + ".sha512"))
                .hasContent(
                        HexFormat.of().formatHex(hash) + " *" + archive.file().getFileName());
    }

    @ParameterizedTest
    @EnumSource
    void entriesBearOneTimeSoThatTwoBuildsAreEqual(PluginArchive archive) throws IOException {
        try (FileSystem zip = archive.open();
                Stream<Path> entries = Files.walk(zip.getPath(archive.folder()))) {
            List<Path> all = entries.toList();
            assertThat(all).map(Files::getLastModifiedTime).containsOnly(Files.getLastModifiedTime(all.get(0)));
        }
    }

    private static List<String> foreign(PluginArchive archive) {
        return archive.jars.stream()
                .filter(jar -> !jar.startsWith("kafka-connect-pgcopy"))
                .toList();
    }

    private static JsonNode json(Path file) throws IOException {
        return new ObjectMapper().readTree(Files.readString(file));
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString().replaceFirst("/$", ""))
                    .toList();
        }
    }
}
