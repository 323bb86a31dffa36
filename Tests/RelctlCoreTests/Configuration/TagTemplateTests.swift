import RelctlCore
import Testing

@Suite struct TagTemplateTests {
    @Test(arguments: [
        "v{{version}}", "{{version}}", "name-v{{version}}", "releases/{{ version }}", "{{version}}-final",
    ])
    func tagsAndVersionsLeadToOneAnother(_ source: String) throws {
        let template = try TagTemplate(Template(source))
        for text in ["1.2.3", "1.0.0-rc.1+build.5", "0.0.99999999999999999999999"] {
            let version = try Version(text)
            #expect(try template.version(fromTag: template.tag(for: version)) == version)
        }
    }

    @Test(arguments: [
        "v", "{{version}}{{version}}", "{{version}}{{name}}", "{{#version}}x{{/version}}", "a b{{version}}",
        "-{{version}}", "{{version}}.lock", "/{{version}}", "{{version}}^",
    ])
    func templatesThatMakeNoTagsAreRefused(_ source: String) throws {
        let template = try Template(source)
        #expect(throws: TagTemplate.Problem.self) { try TagTemplate(template) }
    }

    @Test func theNameAndTheVariablesOfTheProjectStandForThemselves() throws {
        let configuration = try ConfigurationLoaderTests.load(
            "{ name: 'tool', variables: { channel: 'beta' }, version: { tag: '{{name}}/{{channel}}-{{version}}!' } }"
        )
        let template = try TagTemplate(of: configuration.project)
        #expect(try template.tag(for: Version("1.0.0")) == "tool/beta-1.0.0!")
        #expect(try template.version(fromTag: "tool/beta-2.1.0!") == Version("2.1.0"))
        let error = #expect(throws: RelctlError.self) { try template.version(fromTag: "tool/alpha-2.1.0!") }
        #expect(error?.code == .usage)
        #expect(error?.hints == ["tags of this project look like `tool/beta-1.2.3!`"])
    }

    @Test(arguments: ["1.2.3", "refs/tags/v1.2.3"])
    func theTagThatWasMeantIsNamed(_ tag: String) throws {
        let template = try TagTemplate(Template("v{{version}}"))
        let error = #expect(throws: RelctlError.self) { try template.version(fromTag: tag) }
        #expect(error?.hints == ["did you mean `v1.2.3`?", "tags of this project look like `v1.2.3`"])
    }

    @Test(arguments: ["", "v", "v1.2", "vv1.2.3", "v01.2.3", "V1.2.3", "v1.2.3 ", "v1.2.3-a.lock", "other-v1.2.3"])
    func whatIsNoTagOfThisProjectIsRefused(_ tag: String) throws {
        let template = try TagTemplate(Template("v{{version}}"))
        #expect(throws: RelctlError.self) { try template.version(fromTag: tag) }
    }

    @Test func prefixAndSuffixDoNotOverlap() throws {
        let template = try TagTemplate(Template("aa{{version}}aa"))
        #expect(throws: RelctlError.self) { try template.version(fromTag: "aaa") }
    }

    @Test func aVersionThatMakesNoTagIsRefused() throws {
        let template = try TagTemplate(Template("v{{version}}"))
        #expect(throws: RelctlError.self) { try template.tag(for: Version("1.0.0-a.lock")) }
    }
}
