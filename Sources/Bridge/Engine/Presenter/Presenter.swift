import Configuration
import Time
import Widgets

/// A look at the state of the bridge, for what only makes messages and answers from it.
///
/// It shares the state's memory. Keep one no longer than an expression: the state would have to copy what it changes
/// meanwhile.
struct Presenter: Sendable {
    typealias Presentation = TimelineTable.Presentation

    let setup: Setup
    let startedAt: UTCInstant
    let panels: PanelRegistry
    let timelines: TimelineTable
    let choices: Choices
    let faults: SourceFaults
    let homeAssistant: HomeAssistantSide

    /// The bridge's configuration, without panels.
    var configuration: Configuration { setup.configuration }
    var catalogue: Catalogue { setup.catalogue }
    /// The ids of all panels, in the order of the configuration.
    var panelIDs: [String] { panels.ids }
}
