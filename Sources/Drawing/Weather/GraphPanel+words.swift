import Weather
import Widgets

/// The words in and beside the graph.
extension GraphPanel {
    var labels: [Scene.Element] {
        guard hasLabels, let reference = graph.reference else { return [] }
        let right = area.x - max(3, type.lineWidth * 1.5 + 1).rounded(.up)
        return [(0.0, graph.reachHPa), (0.5, 0), (1.0, -graph.reachHPa)].map { share, offset in
            let text = texts.guide(reference, plusHPa: offset)
            let ink = typesetter.measure(text, style).ink
            let baseline = (guideY(share) + type.ruleWidth / 2 + typesetter.digitHeight(style) / 2).rounded(.down)
            let origin = Point((right - ink.maxX).rounded(), baseline)
            return .text(typesetter.place(text, style, offset == 0 ? .ink : .secondary, at: origin))
        }
    }

    /// The unit, or how far the graph reaches where that is not the usual, where the curve does not pass; where it
    /// passes everywhere the guides' labels alone say it.
    var unitNote: (elements: [Scene.Element], box: Rectangle)? {
        guard hasLabels else { return nil }
        if graph.reference == nil { return noPressure }
        let text = isScaled ? texts.scale(reachHPa: graph.reachHPa) : texts.pressureUnit
        let ink = typesetter.measure(text, style).ink
        let padding = isScaled ? max(1, (type.caption / 6).rounded()) : 0
        let digits = typesetter.digitHeight(style)
        let width = ink.width.rounded(.up) + 2 * padding
        let top = (guideY(0) + type.ruleWidth / 2 + digits / 2).rounded(.down)
        let upper = isScaled ? (area.y + type.gap - ink.y + padding).rounded(.up) : top
        let lower = (area.maxY - type.gap - padding - ink.maxY).rounded(.down)
        let left = area.x + type.gap + (isScaled ? type.gap : 0)
        let right = area.maxX - width
        for (x, baseline) in [(left, upper), (right, upper), (left, lower), (right, lower)] {
            let box = Rectangle(
                x: x.rounded(),
                y: (baseline + ink.y).rounded(.down) - padding,
                width: width,
                height: ink.height.rounded(.up) + 2 * padding
            )
            guard x >= left, !meetsCurve(box), !meetsMiddle(box) else { continue }
            let origin = Point((box.x + padding - ink.x).rounded(), baseline)
            let words = Scene.Element.text(typesetter.place(text, style, isScaled ? .paper : .secondary, at: origin))
            return (isScaled ? [.fill(box, .accent), words] : [words], box)
        }
        return nil
    }

    private var noPressure: (elements: [Scene.Element], box: Rectangle)? {
        let text = "\(texts.pressure) \(texts.pressureUnit)"
        let ink = typesetter.measure(text, style).ink
        let origin = Point((area.midX - ink.midX).rounded(), (area.midY - ink.midY).rounded())
        let words = typesetter.place(text, style, .ink, at: origin)
        guard area.contains(words.inkBox) else { return nil }
        return ([.text(words)], words.inkBox)
    }

    private func meetsMiddle(_ box: Rectangle) -> Bool { box.y - 1 < guideY(0.5) + 1 && box.maxY + 1 > guideY(0.5) }

    private func meetsCurve(_ box: Rectangle) -> Bool {
        let space = lineWidth + 1
        return curves.contains { _, curve in
            stride(from: box.x - space, through: box.maxX + space, by: 1).contains { x in
                curve.y(at: x).map { $0 > box.y - space && $0 < box.maxY + space } ?? false
            }
                || curve.points.contains {
                    box.inset(-space, -space).intersects(Rectangle(x: $0.x, y: $0.y, width: 1, height: 1))
                }
        }
    }
}
