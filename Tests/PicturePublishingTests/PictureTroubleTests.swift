import Foundation
import Messaging
import Pictures
import TestSupport
import Testing
import Time
import Topics
import Weather
import Widgets

@testable import PicturePublishing

private let noon = UTCInstant(unixSeconds: 1_774_699_200)

@Suite struct PictureTroubleTests {
    private let failed = PictureError.failed("kiatsu-draw ended")
    private let away = PictureError.unavailable("kiatsu-draw is not there")

    private func key(_ hour: UTCInstant = noon, place: Int = 0) -> PictureKey {
        SampleWish(hour: hour, place: "\(place)").wanted.key
    }

    private let target = PictureTarget(panel: "p", widget: "poem")

    @Test func `the waits of a picture double from a minute to an hour`() throws {
        var troubles = PictureTroubles()
        var now = noon
        var waits: [Int] = []
        for _ in 0..<9 {
            _ = troubles.failed(key(), for: target, failed, at: now)
            let next = try #require(troubles.nextTry(after: now))
            #expect(!troubles.mayDraw(key(), isAwaited: true, at: next - .seconds(1)))
            #expect(troubles.mayDraw(key(), isAwaited: false, at: next))
            waits.append(Int((next - now).components.seconds))
            // Others go on, or they would be waited with, too.
            troubles.succeeded(key(place: 1))
            now = next
        }
        #expect(waits == [60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
    }

    @Test func `a picture that fails keeps no other from being drawn, and the next hour's is tried at once`() {
        var troubles = PictureTroubles()
        _ = troubles.failed(key(), for: target, failed, at: noon)
        #expect(!troubles.mayDraw(key(), isAwaited: true, at: noon))
        #expect(troubles.mayDraw(key(place: 1), isAwaited: false, at: noon))
        #expect(troubles.mayDraw(key(noon.addingHours(1)), isAwaited: false, at: noon))
    }

    @Test func `where nothing draws all are waited with, but for who is awaited and a new hour`() {
        var troubles = PictureTroubles()
        _ = troubles.failed(key(), for: target, away, at: noon)
        #expect(!troubles.mayDraw(key(place: 1), isAwaited: false, at: noon + .seconds(59)))
        #expect(troubles.mayDraw(key(place: 1), isAwaited: true, at: noon))
        #expect(troubles.mayDraw(key(noon.addingHours(1)), isAwaited: false, at: noon))
        #expect(troubles.mayDraw(key(place: 1), isAwaited: false, at: noon + .seconds(60)))
    }

    @Test func `many failures in a row are the drawer's`() {
        var troubles = PictureTroubles()
        for place in 1...7 { _ = troubles.failed(key(place: place), for: target, failed, at: noon) }
        #expect(troubles.mayDraw(key(), isAwaited: false, at: noon))
        _ = troubles.failed(key(place: 8), for: target, failed, at: noon)
        #expect(!troubles.mayDraw(key(), isAwaited: false, at: noon))
        troubles.succeeded(key())
        #expect(troubles.mayDraw(key(place: 9), isAwaited: false, at: noon))
        #expect(!troubles.mayDraw(key(place: 8), isAwaited: false, at: noon), "it waits by itself")
    }

    @Test func `trouble is put in words with its kind, and is over once nothing is left to be drawn`() {
        var troubles = PictureTroubles()
        let before = troubles.settled()
        #expect(!before)
        let first = troubles.failed(key(), for: target, failed, at: noon)
        #expect(first.message.contains("p/poem is not drawn: kiatsu-draw ended"))
        #expect(first.message.contains("2026-03-28T12:01:00Z") && first.kind == .failed)
        let second = troubles.failed(key(place: 2), for: target, away, at: noon)
        #expect(second.message.contains("is not there") && second.kind == .unavailable)
        #expect(troubles.isAny)
        let settled = [troubles.settled(), troubles.settled()]
        #expect(settled == [true, false] && !troubles.isAny)
    }

    @Test func `after the clock was set back nothing waits for longer than an hour`() {
        var troubles = PictureTroubles()
        _ = troubles.failed(key(), for: target, away, at: noon)
        #expect(troubles.mayDraw(key(), isAwaited: false, at: noon.addingHours(-5)))
        #expect(troubles.nextTry(after: noon.addingHours(-5)) == nil)
    }

    @Test func `a picture that has just failed is waited with, however many have failed before`() {
        var troubles = PictureTroubles()
        for place in 0..<600 {
            _ = troubles.failed(key(place: place), for: target, failed, at: noon + .seconds(place % 7))
            #expect(!troubles.mayDraw(key(place: place), isAwaited: true, at: noon + .seconds(place % 7)))
        }
    }

    @Test func `pictures that nobody wants any more are not remembered`() {
        var troubles = PictureTroubles()
        for place in 0..<20 { _ = troubles.failed(key(place: place), for: target, failed, at: noon) }
        troubles.keep(only: [key(place: 3)])
        #expect(!troubles.mayDraw(key(place: 3), isAwaited: true, at: noon))
        #expect(troubles.mayDraw(key(place: 4), isAwaited: true, at: noon))
    }
}
