import Drawing
import FifthWidget
import HomeAssistant
import Payloads
import Testing
import Time
import Timelines
import Upstreams
import Weather
import Widgets

/// The requirements on every widget, checked for each widget of a catalogue: a forgotten part is a failure here.
@Suite struct CatalogueTests {
    private func isName(_ text: String, mostBytes: Int, marks: String = "") -> Bool {
        (1...mostBytes).contains(text.utf8.count) && text.allSatisfy { "a"..."z" ~= $0 || marks.contains($0) }
    }

    @Test(arguments: WalkedCatalogue.all)
    func `names, families and encodings are there, none twice`(walked: WalkedCatalogue) {
        let names = walked.widgets.map(\.name)
        #expect(Set(names).count == names.count)
        for widget in walked.widgets {
            #expect(isName(widget.name, mostBytes: 16), "\(widget.name)")
            #expect(!widget.families.isEmpty && Set(widget.families).count == widget.families.count)
            #expect(!widget.encodings.isEmpty && Set(widget.encodings).count == widget.encodings.count)
        }
    }

    @Test(arguments: WalkedCatalogue.all)
    func `a widget has words in two languages`(walked: WalkedCatalogue) {
        for widget in walked.widgets {
            let (english, german) = (widget.words.title(in: "en"), widget.words.title(in: "de"))
            #expect(!english.isEmpty && english != widget.name && !german.isEmpty && german != english)
            let summaries = ["en", "de"].map(widget.words.summary)
            #expect(Set(summaries).count == 2 && !summaries.contains(""))
            // They stand in JSON and on a terminal as they are.
            for text in summaries + [english, german] {
                #expect(!text.contains { "\"\\".contains($0) || $0.isNewline }, "\(widget.name): \(text)")
            }
        }
    }

    @Test(arguments: WalkedCatalogue.all)
    func `an option's default is a value of its form, and a collection has a built-in one`(walked: WalkedCatalogue) {
        for widget in walked.widgets {
            let options = walked.catalogue.options(of: widget, iconThemes: [])
            #expect(Set(options.map(\.name)).count == options.count, "\(widget.name) has an option twice")
            for option in options {
                #expect(option.format.normalized(option.fallback) == option.fallback, "\(widget.name).\(option.name)")
                #expect(!option.summary.isEmpty)
            }
            let hasCollection = widget.options.contains { if case .collection = $0.format { true } else { false } }
            #expect((widget.builtInCollection != nil) == hasCollection, "\(widget.name)")
            // Each own option has a type that reads it: a value that nobody reads would be a choice of nothing.
            let defaults = walked.catalogue.defaults(for: widget)
            #expect(Set(defaults.options.keys) == Set(widget.options.map(\.name)))
        }
    }

    @Test(arguments: WalkedCatalogue.all)
    func `an upstream is a source of what it conforms to, and of something`(walked: WalkedCatalogue) throws {
        for source in walked.catalogue.sources {
            let adapter = try #require(source.adapter as? any Upstream.Type, "\(source.description.name)")
            #expect(source.description.namesPlaces == (adapter is any PlaceNamer.Type), "\(source.description.name)")
            let served = walked.widgets.filter(source.serves)
            #expect(!served.isEmpty || source.description.namesPlaces, "\(source.description.name) is of no use")
        }
        for widget in walked.widgets where widget.subject == .place {
            let names = walked.catalogue.sourceNames(for: widget)
            #expect(!names.isEmpty, "\(widget.name) has no source")
            #expect(walked.catalogue.defaults(for: widget).sources.allSatisfy(names.contains))
        }
    }

    @Test(arguments: WalkedCatalogue.all)
    func `a widget has topics for the encodings that it names, and for no others`(walked: WalkedCatalogue) {
        for widget in walked.widgets {
            for encoding in Encoding.allCases {
                let display = walked.catalogue.defaults(for: widget).display
                let bounds = EncodingBounds(of: widget, display: display, encoding: encoding)
                #expect(
                    bounds.topicSuffixes.isEmpty == !widget.encodings.contains(encoding),
                    "\(widget.name) \(encoding.rawValue)"
                )
                #expect(Set(bounds.topicSuffixes).count == bounds.topicSuffixes.count)
            }
        }
    }

    @Test(arguments: WalkedCatalogue.all)
    func `a sample and the largest entry fit each topic, in each family and language`(walked: WalkedCatalogue) throws {
        for widget in walked.widgets {
            for family in widget.families {
                for language in ["en", "de", "ja"] {
                    var settings = walked.catalogue.defaults(for: widget)
                    settings.display.family = family
                    settings.display.language = language
                    try expectPayloads(of: widget, settings)
                }
            }
        }
    }

    /// A payload for each topic; one over its limit would end the process.
    private func expectPayloads(of widget: some Widget, _ settings: WidgetConfiguration) throws {
        let name = String(repeating: "世田谷区", count: 40)
        let context = DisplayContext(
            settings: settings.display,
            options: settings.options,
            placeName: name,
            hour: noon,
            isStale: true
        )
        for encoding in widget.encodings {
            let bounds = EncodingBounds(of: widget, display: settings.display, encoding: encoding)
            let room = try TopicRoom(bounds, baseTopic: "kiatsu", panelID: "kitchen")
            for entry in [widget.largest, widget.sample(at: noon)] {
                let content = entry.content(in: context)
                let payloads = room.payloads(of: content, placeName: DisplayText(name), isStale: true)
                #expect(payloads.map(\.topicSuffix) == bounds.topicSuffixes, "\(widget.name) \(encoding.rawValue)")
            }
        }
    }

    @Test(arguments: WalkedCatalogue.all)
    func `a frame begins as no other widget's and no text, and can be read`(walked: WalkedCatalogue) throws {
        var versions: Set<UInt8> = []
        for widget in walked.widgets where widget.encodings.contains(.frame) {
            let framed = try #require(widget as? any FramedWidget, "nobody reads the frame of \(widget.name)")
            #expect(FrameCatalogue.versions.contains(framed.frameVersion), "\(widget.name)")
            #expect(versions.insert(framed.frameVersion).inserted, "\(widget.name) begins as another's does")
            try expectReadable(framed, walked)
        }
    }

    private func expectReadable(_ widget: some FramedWidget, _ walked: WalkedCatalogue) throws {
        let settings = walked.catalogue.defaults(for: widget)
        let context = DisplayContext(settings: settings.display, placeName: "世田谷区", hour: noon, isStale: false)
        let bounds = EncodingBounds(of: widget, display: settings.display, encoding: .frame)
        let room = try TopicRoom(bounds, baseTopic: "kiatsu", panelID: "p")
        let frames = FrameCatalogue(walked.widgets)
        let rendering = TerminalRendering(usesColor: false)
        for entry in [widget.largest, widget.sample(at: noon)] {
            let content = entry.content(in: context)
            for payload in room.payloads(of: content, placeName: DisplayText("世田谷区"), isStale: false) {
                #expect(payload.bytes.first == widget.frameVersion, "\(widget.name)")
                #expect(try frames.text(of: payload.bytes, rendering)?.contains("世田谷区") == true, "\(widget.name)")
                #expect(throws: FrameError.self, "\(widget.name)") {
                    try frames.text(of: payload.bytes.dropLast(), rendering)
                }
            }
        }
    }

    @Test(arguments: WalkedCatalogue.all)
    func `a sample is marked, and survives JSON, in which it reaches the program that draws`(
        walked: WalkedCatalogue
    ) throws {
        for widget in walked.widgets { try expectSample(of: widget) }
    }

    private func expectSample<Walked: Widget>(of widget: Walked) throws {
        let sample = widget.sample(at: noon + .seconds(60))
        #expect(sample.isPlaceholder && sample.source == "sample" && sample.date == noon, "\(widget.name)")
        #expect(!widget.largest.isPlaceholder, "\(widget.name)")
    }

    @Test(arguments: WalkedCatalogue.all)
    func `every reading is described, and a sensor shows it`(walked: WalkedCatalogue) throws {
        let context = DisplayContext(
            settings: DisplaySettings(language: "en", units: .metric, family: .medium),
            placeName: "",
            hour: noon,
            isStale: false
        )
        var kinds: [String: ReadingKind] = [:]
        for widget in walked.widgets {
            let described = Dictionary(uniqueKeysWithValues: widget.readings.map { ($0.name, $0) })
            for (name, reading) in (widget.sample(at: noon) as any WidgetEntry).readings(in: context) {
                let description = try #require(described[name], "\(widget.name) does not describe \(name)")
                switch (reading, description.kind.form) {
                case (.moment, .moment), (.forecasts, .forecasts), (.number, .value), (.text, .value): break
                default: Issue.record("\(widget.name).\(name) is not of the form that its description says")
                }
            }
            for reading in widget.readings {
                #expect(isName(reading.name, mostBytes: 24, marks: "_") && !reading.title.isEmpty, "\(reading.name)")
                // What two widgets call the same is the same.
                #expect(kinds[reading.name] ?? reading.kind == reading.kind, "\(reading.name)")
                kinds[reading.name] = reading.kind
            }
            try expectSensors(of: widget)
        }
    }

    /// Each reading but forecasts is announced with its unit and class, and is on the dashboard's card.
    private func expectSensors(of widget: any Widget) throws {
        let device = Device.panel(
            "p",
            name: nil,
            readings: widget.readings,
            pictures: [(widget.name, "kiatsu/image/p/\(widget.name).png")],
            isTracked: false,
            baseTopic: "kiatsu",
            positionDecimals: 2,
            version: "1"
        )
        let keys = device.entities.map(\.identity.text)
        #expect(keys.contains("image/picture_\(widget.name)"))
        let announcements = Discovery(style: .component, prefix: "homeassistant").announcement(of: device)
        for reading in widget.readings where reading.kind.form != .forecasts {
            #expect(keys.contains("sensor/\(reading.name)"))
            let message = try #require(announcements.first { $0.topic.contains("/\(reading.name)/") })
            let text = String(decoding: message.payload, as: UTF8.self)
            if let unit = reading.kind.unit { #expect(text.contains("\"unit_of_meas\":\"\(unit)\""), "\(text)") }
            if let name = reading.kind.deviceClass { #expect(text.contains("\"dev_cla\":\"\(name)\""), "\(text)") }
            if let icon = reading.kind.icon { #expect(text.contains("\"ic\":\"\(icon)\""), "\(text)") }
        }
        let panel = WeatherTemplates.Panel(id: "p", baseTopic: "kiatsu", readings: widget.readings)
        // The card lists every sensor of the panel's device, whatever widget it is of.
        let card = WeatherTemplates.card(of: panel)
        #expect(card.contains("'kiatsu/p'") && card.contains("device_entities"))
    }
}
