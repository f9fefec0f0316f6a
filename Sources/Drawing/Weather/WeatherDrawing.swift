package import Widgets

/// The weather panel: what is now, and 24 hours of pressure.
///
/// Four arrangements: a header above the graph, in one line or two; lines below each other above it (upright pictures)
/// or at its left (long ones); and for the small family what is now alone.
struct WeatherDrawing: WidgetDrawing {
    func scene(of entry: WeatherEntry, in context: DrawingContext, _ typesetter: Typesetter) -> Scene {
        var scene = Scene(size: context.size)
        let layout = Layout(entry, context, typesetter, frame: scene.frame)
        scene.elements = context.display.settings.family == .small ? layout.now : layout.panel
        return scene
    }

    private struct Layout {
        let context: DrawingContext
        let typesetter: Typesetter
        let frame: Rectangle
        let texts: WeatherTexts
        let state: DataState

        init(_ entry: WeatherEntry, _ context: DrawingContext, _ typesetter: Typesetter, frame: Rectangle) {
            self.context = context
            self.typesetter = typesetter
            self.frame = frame
            texts = WeatherTexts(entry, context)
            state = DataState(isPlaceholder: entry.isPlaceholder, obtained: entry.obtained, in: context)
        }

        private func header(_ type: WeatherType) -> WeatherHeader {
            WeatherHeader(
                texts: texts,
                state: state,
                placeName: context.display.placeName,
                type: type,
                palette: context.palette,
                typesetter: typesetter
            )
        }

        private func type(_ caption: Double, words: Double = 1, titleRatio: Double) -> WeatherType {
            WeatherType(caption: caption, words: words, titleRatio: titleRatio, language: context.language)
        }

        // MARK: With the graph

        var panel: [Scene.Element] {
            let caption = WeatherType.caption(width: frame.width, height: frame.height)
            if frame.width >= 3 * frame.height { return long(caption) }
            if frame.width < 1.1 * frame.height { return upright(caption) }
            let isHigh = frame.height >= 11 * caption
            let type = type(caption, titleRatio: 2)
            let inner = frame.inset(type.margin, type.margin)
            let header = header(type)
            let block =
                isHigh
                ? header.twoLines(left: inner.x, right: inner.maxX, top: inner.y)
                : header.oneLine(left: inner.x, right: inner.maxX, top: inner.y)
            return block.elements + graph(in: inner, below: block.bottom + type.gap, type)
        }

        private func upright(_ caption: Double) -> [Scene.Element] {
            let type = type(caption, words: 1.3, titleRatio: 6)
            let inner = frame.inset(type.margin, type.margin)
            let top = Rectangle(x: inner.x, y: inner.y, width: inner.width, height: (inner.height * 0.46).rounded())
            let block = header(type).stack(in: top, isCentered: false)
            return block.elements + graph(in: inner, below: block.bottom + 2 * type.gap, type)
        }

        private func long(_ caption: Double) -> [Scene.Element] {
            let type = type(caption, titleRatio: 6)
            let inner = frame.inset(type.margin, type.margin)
            let width = (min(inner.width * 0.3, 15 * type.note)).rounded()
            let left = Rectangle(x: inner.x, y: inner.y, width: width, height: inner.height)
            let block = header(type).stack(in: left, isCentered: true)
            let start = left.maxX + 2 * type.margin
            let right = Rectangle(x: start, y: inner.y, width: inner.maxX - start, height: inner.height)
            return block.elements + graph(in: right, below: inner.y, type)
        }

        private func graph(in inner: Rectangle, below top: Double, _ type: WeatherType) -> [Scene.Element] {
            let area = Rectangle(x: inner.x, y: top.rounded(), width: inner.width, height: inner.maxY - top.rounded())
            let family = context.display.settings.family
            return GraphPanel(texts, family, in: area, type, context.palette, typesetter).elements
        }

        // MARK: Without

        /// As large as all fits.
        var now: [Scene.Element] {
            let largest = WeatherType.step(max(8, min(frame.height / 8, frame.width / 9)))
            var best: WeatherHeader.Block?
            for caption in WeatherType.steps(from: largest, downTo: 8) {
                let type = type(caption, titleRatio: 8)
                let margin = max(type.margin, (min(frame.width, frame.height) * 0.05).rounded())
                let block = header(type).stack(in: frame.inset(margin, margin), isCentered: true)
                best = block
                if block.isWhole { break }
            }
            return best?.elements ?? []
        }
    }
}

extension WeatherWidget: DrawnWidget {
    package var drawing: any WidgetDrawing<WeatherEntry> { WeatherDrawing() }
}
