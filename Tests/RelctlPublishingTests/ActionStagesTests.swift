import Testing

@testable import RelctlPublishing

@Suite struct ActionStagesTests {
    private func stages(_ verbs: [PublicationAction.Verb]) -> [[PublicationAction.Verb]] {
        verbs.map { PublicationAction($0, "\($0)") }.stages { $0.verb == .upload || $0.verb == .delete }
            .map { $0.map(\.verb) }
    }

    @Test func neighboursThatMayRunTogetherAreOneStage() {
        #expect(
            stages([.createDraft, .delete, .upload, .upload, .verify, .publish, .deleteDraft]) == [
                [.createDraft], [.delete, .upload, .upload], [.verify], [.publish], [.deleteDraft],
            ]
        )
    }

    @Test func theOrderOfThePlanIsKept() {
        #expect(stages([.upload, .verify, .upload]) == [[.upload], [.verify], [.upload]])
        #expect(stages([.verify, .verify]) == [[.verify], [.verify]])
        #expect(stages([.skip]).isEmpty)
        // What is left alone does not come between its neighbours.
        #expect(stages([.upload, .skip, .upload]) == [[.upload, .upload]])
    }
}
