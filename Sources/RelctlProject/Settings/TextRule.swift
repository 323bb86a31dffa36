/// A form of texts that one feature alone knows, such as the user of an image.
package protocol TextRule: Sendable {
    /// Says what is wrong with `text`; nil if it has the form. The text holds no NUL character.
    func problem(with text: String) -> String?
    /// The form as a regular expression of ECMA-262: matches each text without a problem.
    var pattern: String { get }
}
