import Commands
import Configuration
import Messaging
import Payloads
import Storage
import Time
import Topics
import Widgets

/// Panels that say what they can take: each widget is published in what fits, and in nothing else.
extension BridgeState {
    /// The limit for an answer if the buffer is not known.
    private static let cautiousBufferBytes = 128
    mutating func receiveHello(_ message: IncomingMessage, panel id: String, at now: UTCInstant) -> [Effect] {
        // A retained hello would apply to any later panel with this id.
        guard !message.isRetained else { return [] }
        let fallback = panels[id] == nil ? setup.topics.response : setup.topics.helloResponse(of: id)
        let address = address(of: message, to: id, otherwise: fallback)
        do throws(HelloError) {
            let request = try HelloRequest(payload: message.payload)
            let greeting = Greeting(address: address, bufferBytes: request.bufferBytes, id: request.id)
            do throws(HelloError) {
                return try receive(request, greeting, panel: id, at: now)
            } catch {
                return answer(.refused(error), to: greeting)
            }
        } catch {
            let greeting = Greeting(address: address, bufferBytes: Self.cautiousBufferBytes, id: error.id)
            return answer(.refused(error), to: greeting)
        }
    }

    private mutating func receive(
        _ request: HelloRequest,
        _ greeting: Greeting,
        panel id: String,
        at now: UTCInstant
    ) throws(HelloError) -> [Effect] {
        guard let panel = panels[id] else {
            throw HelloError(.unknownPanel, "no panel \(id) is configured", id: request.id)
        }
        let choice = try choices.begin(
            request,
            greeting,
            configured: panel.configured,
            inForce: panel.configuration,
            at: now
        )
        guard let choice else { return accept(greeting, panel: id, at: now) }
        return [.write(.hello(choice))]
    }

    /// The reason that keeps a choice from coming into force once it is on disk; nil for none.
    mutating func problem(with choice: HelloChoice) -> String? {
        choices.problem(with: choice, on: panels[choice.panel]?.configured)
    }

    // MARK: On disk

    /// The hello is on disk and takes effect.
    mutating func helloStored(_ choice: HelloChoice, at now: UTCInstant) -> [Effect] {
        choices.end()
        let id = choice.panel
        guard panels[id] != nil else { return [] }
        let effects = change(id) { state in
            let hasOtherBuffer = state.choices.displays[id]?.bufferBytes != choice.display.bufferBytes
            // Another size or buffer changes the pictures' topics, whatever is chosen.
            state.choices.put(choice.display, of: id)
            var effects: [Effect] =
                state.presenter.drawing(of: id) == nil
                ? [] : [.publish([state.presenter.informationMessage]), .draw(panel: id)]
            for widget in choice.options.keys.sorted() { effects += state.take(choice, for: widget, at: now) }
            if hasOtherBuffer {
                var cache = EncodingCache()
                effects.append(.publish(state.presenter.messages(of: id, .everything, cache: &cache, at: now)))
            }
            return effects
        }
        return effects + accept(choice.greeting, panel: id, at: now)
    }

    /// Puts what a hello chose for one of the panel's widgets into force.
    private mutating func take(_ choice: HelloChoice, for widget: String, at now: UTCInstant) -> [Effect] {
        let id = choice.panel
        let all = choices.put(choice, for: widget)
        let index = panels[id]?.configuration.widgets.firstIndex { $0.widget == widget }
        // The choice was checked before it was written.
        guard let index,
            let settings = try? choices.settings(of: id, panels[id]?.configured, widget: widget, with: all)
        else { return [] }
        let words = choice.options[widget]?.sorted { $0.key < $1.key }
            .map { "\($0.key) \($0.value ?? "as configured")" }.joined(separator: ", ")
        return take(settings, for: index, of: id, at: now)
            + [commandLine("panel \(id): said hello, \(widget) has \(words ?? "")", at: now)]
    }

    /// Refuses a choice that no longer fits because of a later one: nothing changes, and nothing is written.
    mutating func helloOvertaken(_ choice: HelloChoice, problem: String) -> [Effect] {
        choices.end()
        return answer(.refused(HelloError(.doesNotFit, problem, id: choice.greeting.id)), to: choice.greeting)
    }

    /// The hello could not be written: everything stays as it is.
    mutating func storingHelloFailed(_ choice: HelloChoice, reason: String) -> [Effect] {
        choices.end()
        let error = HelloError(.storage, "not stored, so not in force: \(reason)", id: choice.greeting.id)
        return answer(.refused(error), to: choice.greeting)
    }

    // MARK: Answers

    private func accept(_ greeting: Greeting, panel id: String, at now: UTCInstant) -> [Effect] {
        let widgets = panels[id]?.configuration.widgets ?? []
        let told = widgets.map { HelloReply.Widget(name: $0.widget, encodings: $0.encodings.map(\.rawValue)) }
        return answer(.accepted(told, presenter.drawing(of: id), now: now, id: greeting.id), to: greeting)
    }

    private func answer(_ reply: HelloReply, to greeting: Greeting) -> [Effect] {
        let address = greeting.address
        // Nil if no answer fits the buffer.
        guard let payload = reply.payload(topicBytes: address.topic.utf8.count, bufferBytes: greeting.bufferBytes)
        else { return [] }
        return [.publish([address.message(payload)])]
    }
}
