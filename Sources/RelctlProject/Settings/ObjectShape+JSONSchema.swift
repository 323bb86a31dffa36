/// Shapes as JSON Schema, draft 2020-12 (https://json-schema.org/draft/2020-12), for editors.
extension ObjectShape {
    /// Returns the schema of a file that holds one such object.
    package func document(titled title: String, _ description: String) -> ConfigurationValue {
        var members: [String: ConfigurationValue] = [
            "$schema": .text("https://json-schema.org/draft/2020-12/schema"),
            "title": .text(title),
            "description": .text(description),
        ]
        members.merge(Self.schema(of: self)) { old, _ in old }
        return .object(members)
    }

    private typealias Members = [String: ConfigurationValue]

    private static func schema(of shape: ConfigurationShape) -> Members {
        switch shape {
        case .text(let form):
            return ["type": .text("string"), "pattern": .text(form.pattern)]
        case .flag: return ["type": .text("boolean")]
        case .integer(let bounds):
            var members: Members = ["type": .text("integer")]
            members["minimum"] = bounds.map { .integer($0.lowerBound) }
            members["maximum"] = bounds.map { .integer($0.upperBound) }
            return members
        case .choice(let known, _): return choice(known)
        case .off: return ["const": .flag(false)]
        case .list(let item, let minimum, let isUnique):
            var members: Members = ["type": .text("array"), "items": .object(schema(of: item))]
            if minimum > 0 { members["minItems"] = .integer(minimum) }
            if isUnique { members["uniqueItems"] = .flag(true) }
            return members
        case .command(let reach):
            return [
                "type": .text("array"),
                "minItems": .integer(1),
                "prefixItems": .list([.object(schema(of: .text(.nonEmpty)))]),
                "items": .object(schema(of: .text(.template(reach)))),
            ]
        case .map(let keys, let values):
            return [
                "type": .text("object"),
                "propertyNames": .object(schema(of: .text(keys))),
                "additionalProperties": .object(schema(of: values)),
            ]
        case .object(let object): return schema(of: object)
        case .either(let shapes): return anyOf(shapes.map { schema(of: $0) })
        case .marked(let objects): return anyOf(objects.map { schema(of: $0) })
        case .tagged(let by, _, let shapes, let untagged):
            let tagged = shapes.map { shape in
                var members = schema(of: ObjectShape(keys: [by] + shape.keys))
                let id: Members = ["const": .text(shape.id), "description": .text(by.summary)]
                members["properties"] = members["properties"]?.setting(by.name, .object(id))
                return members
            }
            return anyOf((untagged.map { [schema(of: $0)] } ?? []) + tagged)
        }
    }

    /// A schema that accepts one of several; where there is none, nothing.
    private static func anyOf(_ schemas: [Members]) -> Members {
        schemas.isEmpty ? ["not": .object([:])] : ["anyOf": .list(schemas.map { .object($0) })]
    }

    private static func choice(_ known: [String]) -> Members {
        known.isEmpty ? ["not": .object([:])] : ["enum": .list(known.map { .text($0) })]
    }

    private static func schema(of object: ObjectShape) -> Members {
        var properties: Members = [:]
        for key in object.keys { properties[key.name] = .object(schema(of: key)) }
        var members: Members = [
            "type": .text("object"),
            "properties": .object(properties),
            "additionalProperties": .flag(false),
        ]
        let required = object.keys.filter(\.isRequired).map { ConfigurationValue.text($0.name) }
        if !required.isEmpty { members["required"] = .list(required) }
        let exclusions = object.exclusions.map { ["required": ConfigurationValue.list($0.map { .text($0) })] }
        if !exclusions.isEmpty { members["not"] = .object(anyOf(exclusions)) }
        if !object.rules.isEmpty { members["allOf"] = .list(object.rules) }
        if !object.needs.isEmpty {
            members["dependentSchemas"] = .object(
                Dictionary(object.needs.map { ($0.key, present($0.needed)) }) { first, _ in first }
            )
        }
        return members
    }

    private static func present(_ key: String) -> ConfigurationValue {
        .object([
            "required": .list([.text(key)]),
            "properties": .object([key: .object(["minItems": .integer(1)])]),
        ])
    }

    private static func schema(of key: ConfigurationKeyShape) -> Members {
        var members = schema(of: key.shape)
        members["description"] = .text(key.summary)
        members["default"] = key.standard
        members["examples"] = key.example.map { .list([$0]) }
        return members
    }
}

extension ConfigurationValue {
    /// This object with another value for `key`.
    fileprivate func setting(_ key: String, _ value: ConfigurationValue) -> ConfigurationValue {
        guard case .object(var members) = self else { return self }
        members[key] = value
        return .object(members)
    }
}
