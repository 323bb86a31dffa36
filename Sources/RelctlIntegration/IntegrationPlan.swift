/// The files by which continuous integration makes a project's releases, as they are and as they should be.
package struct IntegrationPlan: Sendable, Equatable {
    /// The files, the workflow first.
    package var files: [File]
    /// What there is to be said about it beside that.
    package var findings: [Finding] = []

    /// Whether nothing is left to do, as far as is known.
    package var isUpToDate: Bool {
        files.allSatisfy { !$0.isChange } && !findings.contains { $0.code == Self.unreached }
    }

    /// The code of the finding that nothing leads to the workflow.
    static let unreached = "pipeline.unreached"

    /// One of them.
    package struct File: Sendable, Equatable {
        /// Where it is, as the user knows it.
        package var name: String
        /// What it holds; nothing where it is not there.
        package var old: String?
        /// What it should hold.
        package var new: String

        /// Whether it is not as it should be.
        package var isChange: Bool { old.map { !$0.utf8.elementsEqual(new.utf8) } ?? true }

        /// What would change, as `git apply` takes it.
        package var difference: String { UnifiedDiff(file: name, old: old ?? "", new: new).text }
    }
}

/// Decides what the files should hold.
package struct IntegrationPlanner: Sendable {
    /// Needs nothing.
    package init() {}

    /// The file in which actionlint looks for the labels of machines that are not GitHub's
    /// (https://github.com/rhysd/actionlint/blob/main/docs/config.md).
    package static let labelsFile = ".github/actionlint.yaml"

    /// What is released by a workflow, such as a project or a workspace.
    package struct Subject: Sendable {
        /// The file that the workflow is made of, as the workflow's machines find it.
        package let file: String
        /// What that file says of continuous integration.
        package let settings: IntegrationSettings?
        /// Returns the command that makes the workflow for a service.
        let command: @Sendable (IntegrationService) -> String
        /// Returns the lines of the workflow, or throws if the configuration does not suffice.
        let lines: @Sendable (IntegrationService) throws -> [String]
        /// Returns what of the configuration is not as it should be, or not made use of.
        let findings: @Sendable (IntegrationService) -> [Finding]

        /// Describes what is released, and how workflows are made of it.
        package init(
            file: String,
            settings: IntegrationSettings?,
            command: @escaping @Sendable (IntegrationService) -> String,
            lines: @escaping @Sendable (IntegrationService) throws -> [String],
            findings: @escaping @Sendable (IntegrationService) -> [Finding]
        ) {
            self.file = file
            self.settings = settings
            self.command = command
            self.lines = lines
            self.findings = findings
        }
    }

    /// What is asked for.
    package struct Request: Sendable {
        /// What is released.
        package var subject: Subject
        /// What runs the workflow; a workspace's is run by GitHub alone.
        package var service: IntegrationService
        /// The workflow's file.
        package var workflow: String
        /// What each file holds that is there, by its name.
        package var texts: [String: String]

        /// Describes what is asked for.
        package init(
            _ subject: Subject,
            for service: IntegrationService = .github,
            workflow: String,
            texts: [String: String]
        ) {
            (self.subject, self.service, self.workflow, self.texts) = (subject, service, workflow, texts)
        }

        /// What every file of relctl's begins with, which tells apart what is made for the one and for the other.
        fileprivate var mark: String { "# Made by `\(subject.command(service))`" }

        /// What of the configuration is not as it should be, or not made use of.
        package var findings: [Finding] { subject.findings(service) }

        fileprivate func isOwn(_ text: String) -> Bool { text.utf8.starts(with: mark.utf8) }
    }

    /// Plans the workflow, with what belongs to it: the file of labels where the configuration names any, and on GitLab
    /// where there is none the project's pipeline, which includes it.
    ///
    /// - Throws: ``RelctlError`` if the configuration does not suffice, a file that is there is somebody else's, or what
    ///   is the user's in one could not be kept.
    package func plan(_ request: Request) throws -> IntegrationPlan {
        let workflow = try file(request.workflow, try lines(request), request)
        var plan = IntegrationPlan(files: [workflow], findings: request.findings)
        switch request.service {
        case .github:
            guard let labels = request.subject.settings?.ownRunners, !labels.isEmpty else { break }
            let name = Self.labelsFile
            if let old = request.texts[name], !request.isOwn(old) {
                try requireLabels(labels, in: old, of: name)
            } else {
                plan.files.append(try file(name, Self.labelsText(labels, request), request))
            }
        case .gitlab:
            let name = Self.pipelineFile
            if let old = request.texts[name] {
                plan.findings += Self.unreached(request.workflow, from: old)
            } else {
                plan.files.append(.init(name: name, old: nil, new: Self.text(of: Self.pipelineText(request))))
            }
        }
        return plan
    }

    private func lines(_ request: Request) throws -> [String] {
        let subject = request.subject
        // It stands in a comment and in a variable.
        guard WorkflowTextForm.line.problem(with: subject.file) == nil, !subject.file.contains("${{") else {
            throw RelctlError(
                "cannot write a workflow of `\(subject.file)`: GitHub would read more into that name",
                code: .configurationInvalid,
                hints: ["give the configuration another name"]
            )
        }
        return try subject.lines(request.service)
    }

    /// The workflow for those who only look at it, to whom a file of somebody else's is no hindrance.
    ///
    /// - Throws: ``RelctlError`` if the configuration does not suffice, or what is the user's in a workflow of relctl's
    ///   could not be kept.
    package func text(_ request: Request) throws -> String {
        let workflow = try lines(request)
        var request = request
        request.texts = request.texts.filter { request.isOwn($0.value) }
        return try file(request.workflow, workflow, request).new
    }

    private func file(_ name: String, _ lines: [String], _ request: Request) throws -> IntegrationPlan.File {
        // git may have given it the line endings of the machine.
        let old = request.texts[name]?.replacing("\r\n", with: "\n")
        guard let old else { return .init(name: name, old: nil, new: Self.text(of: lines)) }
        guard request.isOwn(old) else {
            throw RelctlError(
                "cannot write `\(name)`: it is there, and \(Self.author(of: old))",
                hints: ["move it away, or name another file by `--output`"]
            )
        }
        let sections = try WorkflowSections(old, file: name)
        let new = try sections.filling(WorkflowPins(sections.others).kept(in: lines))
        return .init(name: name, old: old, new: Self.text(of: new))
    }

    /// Who wrote a file that is not the one that is wanted.
    private static func author(of text: String) -> String {
        text.hasPrefix("# Made by `relctl ci ") ? "relctl made it of something else" : "relctl did not write it"
    }

    private static func text(of lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

    private static func labelsText(_ labels: [String], _ request: Request) -> [String] {
        let list = labels.map { "- \(WorkflowText.value($0))" } + WorkflowSections.empty("labels")
        return [
            "\(request.mark) of \(request.subject.file): the labels of machines that are not GitHub's.",
            "# What stands between `# relctl:begin NAME` and `# relctl:end NAME` is yours, and stays.",
        ] + WorkflowText.mapping("self-hosted-runner", WorkflowText.mapping("labels", list))
            + WorkflowSections.empty("settings")
    }

    /// A file that is somebody else's stays as it is, and names the labels itself.
    private func requireLabels(_ labels: [String], in text: String, of name: String) throws {
        let lines = text.split(whereSeparator: \.isNewline).map { line in
            line.drop { $0 == " " || $0 == "-" }.filter { $0 != "\"" && $0 != "'" }
        }
        let missing = labels.filter { label in !lines.contains { $0.elementsEqual(label) } }
        guard !missing.isEmpty else { return }
        throw RelctlError(
            "cannot write the labels of runners to `\(name)`: it is there, and \(Self.author(of: text))",
            code: .configurationInvalid,
            hints: ["add there, in `labels` of `self-hosted-runner`: " + missing.joined(separator: ", ")]
        )
    }
}
