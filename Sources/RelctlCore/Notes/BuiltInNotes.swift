/// The template of release notes for projects that have none of their own; it uses the same names as theirs may.
enum BuiltInNotes {
    static let template = """
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
        {{#sections}}
        {{#heading}}
        ### {{heading}}

        {{/heading}}
        {{#entries}}
        - {{#scope}}**{{scope}}:** {{/scope}}{{text}} ({{commitLink}})
        {{#details}}

          {{detail}}

        {{/details}}
        {{/entries}}

        {{/sections}}
        {{#comparison}}
        [All changes]({{comparison}})

        {{/comparison}}
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
        {{#hasChecks}}
        ## Verify

        The commands above check what they fetch.
        {{#hasSidecars}}
        The digest of each archive also stands beside it, in a file of its name and `.sha256`.
        {{/hasSidecars}}
        {{#combinedChecksums}}
        {{combinedChecksums}} lists the digests of all archives.
        {{/combinedChecksums}}
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
}
