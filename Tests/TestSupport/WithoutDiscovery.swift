extension String {
    /// A configuration in which nothing is announced to Home Assistant, unless it says itself what is: most tests
    /// count topics that are none of its.
    package var withoutDiscovery: String {
        contains("homeassistant:") ? self : self + "\nhomeassistant: {discovery: off}\n"
    }
}
