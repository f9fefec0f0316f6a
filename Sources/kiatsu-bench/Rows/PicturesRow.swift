import PictureProgram
import Pictures
import Support
import Time
import Upstreams
import Widgets

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The time of a drawing, the size of its forms, and the memory of the drawing program.
enum PicturesRow {
    private static let allForms: [PictureRequest.Form] = [
        .png, .raw, .deflate, .packbits, .strips(mostBytes: 200), .label(mostBytes: 200),
    ]

    static func measure(_ stage: Stage) async throws -> [Row] {
        // In the order of the peaks to be expected: a smaller one is not seen behind a larger one.
        let small = try await row("296×128, black and white", size: "296x128", .blackAndWhite, stage)
        let growth = try await growth(stage)
        let large = try await row("800×480, colour", size: "800x480", .full, stage)
        return [small, large, growth]
    }

    private static func row(
        _ what: String,
        size: String,
        _ colors: PictureColors,
        _ stage: Stage
    ) async throws -> Row {
        let drawing = Drawing(stage)
        var times: [Double] = []
        var picture = Picture(id: 0, parts: [], missing: [])
        // The first reads the fonts.
        for index in 0...max(10, stage.size.drawings / 50) {
            let request = try drawing.request(index, PictureSize(size), colors, forms: allForms)
            let start = ContinuousClock.now
            picture = try await drawing.program.draw(request)
            if index > 0 { times.append((ContinuousClock.now - start).milliseconds) }
        }
        let peak = drawing.peakMiB()
        let bytes = allForms.indices.map { form in
            picture.parts.filter { $0.form == form }.reduce(0) { $0 + $1.bytes.count }
        }
        let names = ["png", "raw", "deflate", "packbits", "strips", "label"]
        let sizes = zip(names, bytes).map { "\($0) \($1.grouped)" }.joined(separator: ", ")
        return Row(
            what: "weather drawn, \(what), in all forms",
            target: "none",
            measured: "\(times.median.text(decimals: 1)) ms (median of \(times.count)), at most "
                + "\(peak.text(decimals: 0)) MiB; \(sizes) bytes",
            isMet: true
        )
    }

    /// The kernel tells of the largest child that has ended: the shorter run must come first.
    private static func growth(_ stage: Stage) async throws -> Row {
        let few = try await peak(after: stage.size.drawings / 10, stage)
        let many = try await peak(after: stage.size.drawings, stage)
        return Row(
            what: "memory of one program that draws, after \(stage.size.drawings.grouped) drawings",
            target: "no growth",
            measured: "at most \(many.text(decimals: 1)) MiB; after \((stage.size.drawings / 10).grouped) "
                + "\(few.text(decimals: 1)) MiB",
            isMet: many <= few * 1.1
        )
    }

    private static func peak(after count: Int, _ stage: Stage) async throws -> Double {
        let drawing = Drawing(stage)
        let sizes = ["296x128", "800x480", "128x296", "400x300"].map { PictureSize($0) }
        for index in 0..<count {
            let colors = index % 3 == 0 ? PictureColors.full : .blackAndWhite
            _ = try await drawing.program.draw(drawing.request(index, sizes[index % 4], colors, forms: [.png]))
        }
        return drawing.peakMiB()
    }
}

/// The program that draws, and what it is asked for.
private struct Drawing {
    let program: PictureProgram

    init(_ stage: Stage) {
        var limits = PictureLimits()
        limits.drawingsOfAProgram = .max
        program = PictureProgram(path: stage.kiatsu.path + "-draw", limits: limits, log: Logger(level: .warning))
    }

    /// Of another hour and place each time.
    func request(
        _ index: Int,
        _ size: PictureSize?,
        _ colors: PictureColors,
        forms: [PictureRequest.Form]
    ) throws -> PictureRequest {
        let widget = Catalogue.kiatsu.widgets[0]
        var settings = Catalogue.kiatsu.defaults(for: widget)
        settings.picture.size = size
        settings.picture.colors = colors
        let hour = UTCInstant(unixSeconds: 1_644_048_000).addingHours(index)
        var request = try PictureRequest(sampleOf: widget, settings, at: hour)
        request.context.placeName = "世田谷区 \(index)"
        request.forms = forms
        return request
    }

    /// Ends the program and returns its peak memory, or that of a larger one before it.
    func peakMiB() -> Double {
        program.shutDown()
        var usage = rusage()
        unsafe getrusage(RUSAGE_CHILDREN.rawValue, &usage)
        return Double(usage.ru_maxrss) / 1024
    }
}
