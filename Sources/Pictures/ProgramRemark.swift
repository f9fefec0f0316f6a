/// A line on the standard error of `kiatsu-draw` that is not a complaint.
package enum ProgramRemark {
    /// The prefix of such a line.
    package static let prefix = "debug: "
}
