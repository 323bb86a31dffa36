/// The way from the configuration's top to a value, for messages: `archive.contents[2].to`.
package struct ConfigurationPath: Sendable, Hashable, CustomStringConvertible {
    /// One step down.
    package enum Step: Sendable, Hashable {
        case key(String)
        case index(Int)
    }

    package let steps: [Step]

    package init(_ steps: [Step] = []) { self.steps = steps }

    /// The way to what `key` holds.
    package func key(_ key: String) -> ConfigurationPath { ConfigurationPath(steps + [.key(key)]) }

    /// The way to the item number `index`, from 0.
    package func index(_ index: Int) -> ConfigurationPath { ConfigurationPath(steps + [.index(index)]) }

    package var isTop: Bool { steps.isEmpty }

    /// The triple of the target that this leads into, if it leads into one.
    package var target: String? {
        guard steps.count > 2, steps[0] == .key("targets"), case .key(let triple) = steps[1] else { return nil }
        return triple
    }

    package var description: String {
        var text = ""
        for step in steps {
            switch step {
            case .index(let index): text += "[\(index)]"
            case .key(let key):
                let isPlain = !key.isEmpty && key.allSatisfy { $0.isLetter || $0.isNumber || "_-$".contains($0) }
                text += isPlain ? (text.isEmpty ? key : ".\(key)") : "[\"\(key)\"]"
            }
        }
        return text
    }
}
