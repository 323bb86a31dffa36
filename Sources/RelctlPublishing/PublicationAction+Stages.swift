extension Sequence<PublicationAction> {
    /// The actions in their order, in which neighbours that may run at the same time are together.
    ///
    /// What is skipped is left out.
    ///
    /// - Parameter mayRunTogether: Whether an action may run beside its neighbours.
    /// - Returns: The stages, each of one action or of several that may run at the same time.
    package func stages(together mayRunTogether: (PublicationAction) -> Bool) -> [[PublicationAction]] {
        var (stages, isOpen) = ([[PublicationAction]](), false)
        for action in self where action.verb != .skip {
            let isTogether = mayRunTogether(action)
            if isTogether, isOpen, let last = stages.indices.last {
                stages[last].append(action)
            } else {
                stages.append([action])
            }
            isOpen = isTogether
        }
        return stages
    }
}
