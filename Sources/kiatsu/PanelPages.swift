import Commands

/// The pages of a list of panels, as far as they make sense.
struct PanelPages {
    /// Of a hundred panels each, more than a bridge has.
    private static let most = 1000

    private var wanted = 1
    /// The contradiction in the answers; nil if there is none.
    private(set) var problem: String?

    /// The number of the page to ask for after this answer; nil after the last one, and where it makes no sense.
    mutating func next(after list: PanelListing?) -> Int? {
        guard let list else { return give("its page \(wanted) cannot be read") }
        guard list.page == wanted else { return give("its page \(wanted) says that it is page \(list.page)") }
        guard (1...Self.most).contains(list.pages) else {
            return give("it says that there are \(list.pages) pages, and \(Self.most) is more than a bridge has")
        }
        guard list.pages >= wanted else { return nil }
        guard !list.panels.isEmpty || list.pages == 1 else { return give("its page \(wanted) is empty") }
        wanted += 1
        return wanted <= list.pages ? wanted : nil
    }

    private mutating func give(_ oddity: String) -> Int? {
        problem =
            "the list makes no sense: \(oddity); see whether the bridge is of this version, and what else answers on "
            + "its topics"
        return nil
    }
}
