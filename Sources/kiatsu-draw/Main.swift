import Drawing
import Pictures

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The exit codes of sysexits.h.
private enum ExitCode {
    static let usage: Int32 = 64
    static let badInput: Int32 = 65
    static let system: Int32 = 71
}

/// The program that draws: requests come on its standard input, answers go to its standard output, until the end of input.
///
/// Complaints, its libraries' too, go to standard error.
@main
enum Main {
    private static let help = """
        usage: kiatsu-draw

        Draws the pictures of kiatsu, which starts it, writes requests to its standard input, reads pictures from its
        standard output, and ends it. There is nothing to be done with it by hand: `kiatsu draw` draws a panel.

          -h, --help      this text
          -V, --version   the version of what it understands
        """

    static func main() {
        switch CommandLine.arguments.dropFirst().first {
        case nil: serve()
        case "--help", "-h": print(help)
        case "--version", "-V": print("kiatsu-draw, requests of version \(Envelope.version)")
        case let word?: fail("takes no \(word); see kiatsu-draw --help", ExitCode.usage)
        }
    }

    private static func serve() {
        guard isatty(STDIN_FILENO) == 0 else { fail("is started by kiatsu; see kiatsu-draw --help", ExitCode.usage) }
        Guards.raise()
        Guards.giveUpRights()
        // Whatever a library may print must not get between the answers.
        let answers = dup(STDOUT_FILENO)
        guard answers >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
            fail("has no descriptor left", ExitCode.system)
        }
        let draughtsman = Draughtsman()
        draughtsman.complain = complain
        do throws(EnvelopeError) {
            while let envelope = try Pipe.nextEnvelope(from: STDIN_FILENO, mostBytes: PictureExchange.mostRequestBytes)
            {
                let answer = Result { () throws(PictureError) in
                    try draughtsman.draw(PictureExchange.request(in: envelope))
                }
                guard Pipe.send(PictureExchange.bytes(of: answer), to: answers) else { return }
            }
        } catch {
            fail("\(error)", ExitCode.badInput)
        }
    }

    private static func complain(_ problem: String) {
        let line = Array("\(problem)\n".utf8)
        _ = unsafe write(STDERR_FILENO, line, line.count)
    }

    private static func fail(_ problem: String, _ code: Int32) -> Never {
        complain("kiatsu-draw: \(problem)")
        exit(code)
    }
}
