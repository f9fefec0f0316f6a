import Configuration
import Pictures
import Time
import Widgets

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The examination of drawing, for panels with pictures.
struct PictureExamination {
    private static let check = "pictures"
    private static let mostSamples = 8

    /// Widgets that look different by what fonts they need; at most 8.
    let samples: [WidgetConfiguration]
    private let catalogue: Catalogue
    private let drawer: any PictureDrawer
    private let program: String

    init(_ configuration: Configuration, drawer: any PictureDrawer, program: String) {
        catalogue = configuration.catalogue
        self.drawer = drawer
        self.program = program
        var seen: Set<[String]> = []
        let drawn = configuration.panels.flatMap(\.widgets).filter { widget in
            !widget.picture.formats.isEmpty
                && seen.insert([widget.widget, widget.display.language, widget.picture.fonts]).inserted
        }
        samples = Array(drawn.prefix(Self.mostSamples))
    }

    func run(at now: UTCInstant) async -> [Finding] {
        guard !samples.isEmpty else { return [] }
        guard unsafe access(program, X_OK) == 0 else {
            let remedy = "Install kiatsu-draw of the same version beside kiatsu."
            return [Finding(Self.check, .fault, "\(program) is not there", remedy: remedy)]
        }
        var warnings = MissingGlyphWarnings()
        var findings: [Finding] = []
        let start = ContinuousClock.now
        for settings in samples {
            guard let widget = catalogue.widget(settings.widget) else { continue }
            do throws(PictureError) {
                var request = try PictureRequest(sampleOf: widget, settings, at: now)
                request.forms = [.png]
                let picture = try await drawer.draw(request)
                findings += warnings.lines(for: picture.missing).map { line in
                    Finding(Self.check, .warning, "\(settings.widget): \(line)", remedy: "Install the fonts.")
                }
            } catch {
                findings.append(Finding(Self.check, .fault, "\(settings.widget): \(error)", remedy: error.advice))
                if case .unavailable = error { return findings }
            }
        }
        guard findings.isEmpty else { return findings }
        let time = start.duration(to: .now).milliseconds
        return [Finding(Self.check, .ok, "\(samples.count) sample(s) drawn in \(time) ms, no font is missing")]
    }
}
