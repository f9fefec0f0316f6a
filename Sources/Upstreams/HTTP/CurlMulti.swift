import CCurl
import Support

/// libcurl's multi handle: all the transfers, their kept connections and the certificates in memory.
///
/// `@unchecked Sendable`: the task that makes it hands it to the HTTP client's thread before that thread starts, and
/// keeps no reference. From then on that thread alone calls its methods; ``HTTPEngine`` calls them nowhere else.
@safe final class CurlMulti: @unchecked Sendable {
    private let multi: UnsafeMutableRawPointer
    private let wakeup: Wakeup
    private let userAgent: String
    private let authorityFile: String?
    private let limits: HTTPLimits
    private var transfers: [CurlTransfer] = []

    /// Once for the process, before anything else of libcurl.
    private static let isReady = kiatsu_curl_global_init() == CURLE_OK

    /// The longest sleep of an idle client, in ms; libcurl wakes earlier for its own time limits.
    private static let longestWait: Int32 = 3_600_000
    /// The wait for a wakeup where libcurl cannot wait.
    private static let pause = Duration.seconds(1)

    /// `wakeup` ends the current ``wait()`` or the next one when it is raised.
    ///
    /// libcurl has a wakeup of its own, and does not say where it had no descriptor left to make it from.
    init(userAgent: String, authorityFile: String?, limits: HTTPLimits, wakeup: Wakeup) throws(HTTPFailure) {
        self.wakeup = wakeup
        guard Self.isReady, let multi = unsafe curl_multi_init() else { throw .unavailable }
        unsafe self.multi = unsafe multi
        self.userAgent = userAgent
        self.authorityFile = authorityFile
        self.limits = limits
        // Connections kept for the next time: by default they would grow with the most transfers ever at once.
        _ = unsafe kiatsu_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, limits.inFlight)
    }

    deinit {
        unsafe curl_multi_cleanup(multi)
    }

    func start(_ request: HTTPRequest, as identifier: UInt64) throws(HTTPFailure) {
        let transfer = try CurlTransfer(
            identifier: identifier,
            request: request,
            userAgent: userAgent,
            authorityFile: authorityFile,
            limits: limits
        )
        guard unsafe curl_multi_add_handle(multi, transfer.easy) == CURLM_OK else { throw .unavailable }
        transfers.append(transfer)
    }

    /// Gives up a transfer, and its connection with it; nothing happens when there is none of this name.
    func remove(_ identifier: UInt64) {
        guard let index = transfers.firstIndex(where: { $0.identifier == identifier }) else { return }
        unsafe curl_multi_remove_handle(multi, transfers[index].easy)
        transfers.remove(at: index)
    }

    func removeAll() {
        for transfer in transfers { unsafe curl_multi_remove_handle(multi, transfer.easy) }
        transfers = []
    }

    /// Reads and writes what can be without waiting, and returns what has ended by it.
    func perform() -> [(identifier: UInt64, result: Result<HTTPResponse, HTTPFailure>)] {
        var running: Int32 = 0
        guard unsafe curl_multi_perform(multi, &running) == CURLM_OK else {
            defer { removeAll() }
            return transfers.map { ($0.identifier, .failure(.unavailable)) }
        }
        var ended: [(identifier: UInt64, result: Result<HTTPResponse, HTTPFailure>)] = []
        var remaining: Int32 = 0
        while let message = unsafe curl_multi_info_read(multi, &remaining) {
            let code = unsafe kiatsu_curl_result(message)
            let easy = unsafe message.pointee.easy_handle
            guard code >= 0, let index = transfers.firstIndex(where: { unsafe $0.easy == easy }) else { continue }
            if let result = end(transfers[index], with: CURLcode(UInt32(code))) {
                ended.append((transfers[index].identifier, result))
                transfers.remove(at: index)
            }
        }
        return ended
    }

    /// Takes an ended transfer out; nil when it goes on to where it was redirected.
    private func end(_ transfer: CurlTransfer, with code: CURLcode) -> Result<HTTPResponse, HTTPFailure>? {
        unsafe curl_multi_remove_handle(multi, transfer.easy)
        let result = transfer.result(of: code)
        guard case .success = result else { return result }
        do throws(HTTPFailure) {
            guard try transfer.followRedirect() else { return result }
        } catch {
            return .failure(error)
        }
        guard unsafe curl_multi_add_handle(multi, transfer.easy) == CURLM_OK else { return .failure(.unavailable) }
        return nil
    }

    /// Waits until something can be read or written, a time limit has passed or the wakeup is raised.
    func wait() {
        var entry = curl_waitfd(fd: wakeup.descriptor, events: Int16(CURL_WAIT_POLLIN), revents: 0)
        if unsafe curl_multi_poll(multi, &entry, 1, Self.longestWait, nil) != CURLM_OK {
            // Without memory for its list, say: not at once again, and not without hearing of new requests.
            _ = wakeup.wait(until: .now + Self.pause)
        }
        wakeup.lower()
    }
}
