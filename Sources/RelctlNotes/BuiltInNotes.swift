/// The templates of release notes for projects that have none of their own; they use the same names as theirs may.
enum BuiltInNotes {
    /// The template of a page in plain text, or of one in Markdown.
    static func template(_ format: NotesMarkup.Format) -> String { format == .text ? text : markdown }

    private static let markdown = """
        # {{title}}

        {{description}}

        {{#isFirstRelease}}
        ## Changes

        This is the first release.

        {{/isFirstRelease}}
        {{#previousTag}}
        ## Changes since {{previousTag}}

        {{^hasChanges}}
        No changes.

        {{/hasChanges}}
        {{/previousTag}}
        {{#hasChanges}}
        {{{changes}}}

        {{/hasChanges}}
        {{#comparison}}
        [All changes]({{comparison}})

        {{/comparison}}
        {{#hasContributors}}
        ## Contributors

        {{#contributors}}
        - {{contributor}}{{#isBot}} (bot){{/isBot}}{{#isNew}} (first contribution){{/isNew}}
        {{/contributors}}

        {{/hasContributors}}
        {{#hasRequirements}}
        ## Requirements

        {{#requirements}}
        - {{requirement}}
        {{/requirements}}

        {{/hasRequirements}}
        {{#hasDownloads}}
        ## Downloads

        | File | Platform | Size | SHA-256 |
        | --- | --- | ---: | --- |
        {{#downloads}}
        | {{fileCell}} | {{platform}} | {{size}} | `{{sha256}}` |
        {{/downloads}}

        ## Install

        {{#downloads}}
        ### {{title}}

        {{^address}}
        In the folder that holds {{file}}:

        {{/address}}
        ```{{language}}
        {{install}}
        ```

        {{#alternativeFetch}}
        To fetch it by `wget` in place of `curl`:

        ```{{language}}
        {{alternativeFetch}}
        ```

        {{/alternativeFetch}}
        {{#setUpInCommandPrompt}}
        In `cmd`, {{setUpInCommandPrompt}} in that folder puts the programs on PATH.

        {{/setUpInCommandPrompt}}
        {{/downloads}}
        {{/hasDownloads}}
        {{#hasImages}}
        ## Container images

        | Image | Tags | Platforms | Size | Digest |
        | --- | --- | --- | ---: | --- |
        {{#images}}
        | {{imageCell}} | {{imageTagsCell}} | {{imagePlatforms}} | {{imageSize}} | `{{digest}}` |
        {{/images}}

        {{#images}}
        {{#run}}
        ```sh
        {{run}}
        ```

        {{/run}}
        {{^run}}
        `{{reference}}` holds files to copy, and nothing to run.

        {{/run}}
        {{#otherReferences}}
        Also as {{otherReference}}.

        {{/otherReferences}}
        {{/images}}
        {{#compose}}
        For `docker compose`:

        ```yaml
        {{compose}}
        ```

        {{/compose}}
        {{/hasImages}}
        {{#hasCharts}}
        ## Helm

        {{#charts}}
        Chart {{chart}} {{chartVersion}}:

        ```sh
        {{chartInstall}}
        ```

        {{/charts}}
        {{/hasCharts}}
        {{#hasFlake}}
        ## Nix

        ```sh
        {{flakeRun}}
        ```

        As an input of a flake:

        ```nix
        {{flakeInput}}
        ```

        {{/hasFlake}}
        {{#installations}}
        ## {{installationTitle}}

        ```sh
        {{installationCommands}}
        ```

        {{/installations}}
        {{#quickStart}}
        ## Quick start

        {{{quickStart}}}

        {{/quickStart}}
        {{#hasChecks}}
        ## Verify

        The commands above check what they fetch.
        {{#hasSidecars}}
        The digest of each archive also stands beside it, in a file of its name and `.sha256`.
        {{/hasSidecars}}
        {{#combinedChecksums}}
        {{combinedChecksums}} lists the digests of all archives.
        {{/combinedChecksums}}
        {{#signatures}}
        {{signatures}}: the signatures of that list.
        {{/signatures}}
        Where such a file and the archive lie in one folder:

        {{#checks}}
        ### {{system}}

        ```{{language}}
        {{checkCommands}}
        ```

        {{/checks}}
        {{/hasChecks}}
        {{#hasBinaries}}
        ## Programs

        {{#binaries}}
        - {{binary}}{{#platforms}} ({{platforms}}){{/platforms}}
        {{/binaries}}

        {{/hasBinaries}}
        {{#tree}}
        ## Contents

        {{fence}}text
        {{tree}}
        {{fence}}
        {{/tree}}
        """

    private static let text = """
        {{title}}

        {{description}}

        {{#isFirstRelease}}
        This is the first release.

        {{/isFirstRelease}}
        {{#previousTag}}
        CHANGES SINCE {{previousTag}}

        {{^hasChanges}}
        No changes.

        {{/hasChanges}}
        {{/previousTag}}
        {{#hasChanges}}
        {{changes}}

        {{/hasChanges}}
        {{#comparison}}
        All changes: {{comparison}}

        {{/comparison}}
        {{#hasContributors}}
        CONTRIBUTORS

        {{#contributors}}
        - {{contributor}}{{#isBot}} (bot){{/isBot}}{{#isNew}} (first contribution){{/isNew}}
        {{/contributors}}

        {{/hasContributors}}
        {{#hasRequirements}}
        REQUIREMENTS

        {{#requirements}}
        - {{requirement}}
        {{/requirements}}

        {{/hasRequirements}}
        {{#hasDownloads}}
        DOWNLOADS

        {{#downloads}}
        - {{title}}: {{file}} ({{size}})
          SHA-256: {{sha256}}
          {{#address}}
          {{address}}
          {{/address}}
        {{/downloads}}

        {{/hasDownloads}}
        {{#hasImages}}
        CONTAINER IMAGES

        {{#images}}
        - {{reference}}
          {{imagePlatforms}}
          {{#run}}
          {{run}}
          {{/run}}
        {{/images}}

        {{/hasImages}}
        {{#hasCharts}}
        HELM

        {{#charts}}
        Chart {{chart}} {{chartVersion}}:

        {{chartInstall}}

        {{/charts}}
        {{/hasCharts}}
        {{#hasFlake}}
        NIX

        {{flakeRun}}

        {{/hasFlake}}
        {{#installations}}
        {{installationTitle}}:

        {{installationCommands}}

        {{/installations}}
        {{#quickStart}}
        QUICK START

        {{quickStart}}

        {{/quickStart}}
        {{#hasBinaries}}
        PROGRAMS

        {{#binaries}}
        - {{binary}}{{#platforms}} ({{platforms}}){{/platforms}}
        {{/binaries}}

        {{/hasBinaries}}
        {{#tree}}
        CONTENTS

        {{tree}}
        {{/tree}}
        """
}
