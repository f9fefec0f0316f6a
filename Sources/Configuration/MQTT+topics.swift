package import Topics

extension Configuration.MQTT {
    /// The topics of this installation.
    package var topics: Topics { Topics(base: baseTopic) }
}
