import JSON

/// A fault that QWeather finds in a request, in either generation of its API.
enum QWeatherFault: Sendable, Equatable {
    case noData
    case noSuchLocation
    case invalidRequest
    case notFound
    case unauthorized
    /// No credit, no balance, or an overdue bill.
    case noCredit
    case securityRestriction
    case invalidHost
    case suspended
    case deprecated
    /// This data is not the account's to have.
    case forbidden
    case tooManyRequests
    case overMonthlyLimit
    /// A refusal in nobody's documented words, such as a web page of a host that is closed.
    case foreign(status: Int)
    /// A passing fault of the service.
    case passing(status: Int)

    /// Nil when the answer is none of a fault, as far as its status and its outermost keys tell.
    init?(_ response: HTTPResponse) {
        let envelope = Envelope(json: response.body)
        if let problem = envelope?.error?.value {
            self.init(problem: problem, status: response.status)
        } else if let code = envelope?.code?.integer, code != 200 || response.status == 200 {
            guard code != 200 else { return nil }
            self.init(code: code)
        } else {
            guard response.status != 200 || envelope?.metadata?.value?.zeroResult == true else { return nil }
            self.init(foreignStatus: response.status)
        }
    }

    /// By the code in the body of generation v7 (https://dev.qweather.com/docs/resource/status-code/).
    private init(code: Int) {
        switch code {
        case 204: self = .noData
        case 404: self = .noSuchLocation
        default: self.init(status: code)
        }
    }

    /// By the last part of the problem's type (https://dev.qweather.com/en/docs/resource/error-code/).
    private init(problem: Problem, status: Int) {
        let named: QWeatherFault? =
            switch problem.type?.split(separator: "#").last.map(String.init) {
            case "no-such-location": .noSuchLocation
            case "data-not-available": .noData
            case "no-credit", "overdue": .noCredit
            case "security-restriction": .securityRestriction
            case "invalid-host": .invalidHost
            case "account-suspension": .suspended
            case "deprecated": .deprecated
            case "over-monthly-limit": .overMonthlyLimit
            default: nil
            }
        if let named {
            self = named
        } else {
            self.init(status: problem.status?.integer ?? status)
        }
    }

    private init(status: Int) {
        switch status {
        case 401: self = .unauthorized
        case 402: self = .noCredit
        case 403: self = .forbidden
        case 404: self = .notFound
        case 429: self = .tooManyRequests
        case 400...499 where status != 408: self = .invalidRequest
        default: self = .passing(status: status)
        }
    }

    /// By the status alone, that of an answer without a result being 200.
    private init(foreignStatus status: Int) {
        switch status {
        case 200, 204: self = .noData
        case 429: self = .tooManyRequests
        case 400...499 where status != 408: self = .foreign(status: status)
        default: self = .passing(status: status)
        }
    }

    private struct Envelope: Decodable {
        let code: QWeatherNumber?
        let error: Lenient<Problem>?
        let metadata: Lenient<Metadata>?
    }

    private struct Metadata: Decodable {
        /// True when the request is right but there is nothing to tell.
        let zeroResult: Bool?
    }

    private struct Problem: Decodable {
        let status: QWeatherNumber?
        let type: String?
    }
}
