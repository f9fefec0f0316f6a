/// What `kiatsu-draw` says on its standard error that is no complaint.
package enum ProgramRemark {
    /// What such a line begins with.
    package static let prefix = "debug: "
}
