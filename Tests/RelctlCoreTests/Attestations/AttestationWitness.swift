import RelctlCore
import TestSupport
import Testing

/// Attestations as the reference libraries of in-toto, SPDX and package URLs read them.
enum AttestationWitness {
    static func isHere() async throws -> Bool {
        try await Python.canImport("spdx_tools", "in_toto_attestation", "packageurl")
    }

    /// What is wrong with a statement, a line for each problem; nothing where it is well.
    static func problems(with statement: [UInt8]) async throws -> String {
        try await withScratchFolder { folder in
            try LiveFileSystem().write(statement, to: folder.appending("statement.json"))
            let outcome = try await Python.run(["-W", "ignore", "-c", script], in: folder)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            return outcome.output
        }
    }

    /// The messages are parsed by the protocol buffers that specify them, which know no other keys.
    private static let script = """
        import json
        from google.protobuf import json_format
        from in_toto_attestation.v1.statement import Statement
        from in_toto_attestation.v1 import statement_pb2
        from in_toto_attestation.predicates.provenance.v1 import provenance_pb2
        from packageurl import PackageURL
        from spdx_tools.spdx.parser.jsonlikedict.json_like_dict_parser import JsonLikeDictParser
        from spdx_tools.spdx.parser.error import SPDXParsingError
        from spdx_tools.spdx.validation.document_validator import validate_full_spdx_document

        def strings(value):
            if isinstance(value, str): yield value
            elif isinstance(value, dict):
                for part in value.values(): yield from strings(part)
            elif isinstance(value, list):
                for part in value: yield from strings(part)

        whole = json.load(open("statement.json"))
        try:
            message = json_format.Parse(json.dumps(whole), statement_pb2.Statement())
            Statement.copy_from_pb(message).validate()
            predicate = whole["predicate"]
            if whole["predicateType"] == "https://slsa.dev/provenance/v1":
                provenance = json_format.Parse(json.dumps(predicate), provenance_pb2.Provenance())
                if not provenance.build_definition.build_type: print("no build type")
                if not provenance.run_details.builder.id: print("no builder")
            else:
                document = JsonLikeDictParser().parse(predicate)
                for problem in validate_full_spdx_document(document, "SPDX-2.3"):
                    print(problem.validation_message)
            for text in strings(whole):
                if text.startswith("pkg:") and PackageURL.from_string(text).type not in ("docker", "oci", "github"):
                    print("strange", text)
        except SPDXParsingError as error:
            print("\\n".join(error.get_messages()))
        except (ValueError, json_format.ParseError) as error:
            print(error)
        """
}
