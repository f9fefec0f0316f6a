/// A question that the bridge knows; the raw value is the end of its topic.
package enum RequestVerb: String, Sendable, CaseIterable {
    /// Lists the panels.
    case panels
    /// Adds a panel.
    case addPanel = "panel/add"
    /// Removes a panel.
    case removePanel = "panel/remove"
    /// Lists or chooses the options of a panel's widget.
    case panelOptions = "panel/options"
    /// Gives what a panel shows, to be drawn.
    case panelPicture = "panel/picture"
    /// Asks the upstreams again.
    case refresh
    /// Gives a sample of a widget.
    case snapshot
}
