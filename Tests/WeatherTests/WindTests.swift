import Testing
import Weather

@Suite struct WindTests {
    @Test(arguments: [
        // The bounds of the World Meteorological Organization's code table 1100, in m/s.
        (0, 0.0, 0.2), (1, 0.3, 1.5), (2, 1.6, 3.3), (3, 3.4, 5.4), (4, 5.5, 7.9), (5, 8.0, 10.7), (6, 10.8, 13.8),
        (7, 13.9, 17.1), (8, 17.2, 20.7), (9, 20.8, 24.4), (10, 24.5, 28.4), (11, 28.5, 32.6), (12, 32.7, 150),
    ])
    func `a force of the Beaufort scale has two bounds`(force: Int, least: Double, most: Double) {
        #expect(WindSpeed(metresPerSecond: least)?.beaufort == force)
        #expect(WindSpeed(metresPerSecond: most)?.beaufort == force)
    }

    @Test(arguments: [(0, 0), (0.04, 0), (0.05, 1), (7.96, 80), (149.99, 1500), (150, 1500)])
    func `a wind speed has tenths`(metresPerSecond: Double, tenths: Int) {
        #expect(WindSpeed(metresPerSecond: metresPerSecond)?.tenthsMetresPerSecond == tenths)
    }

    @Test(arguments: [-0.01, -1, 150.01, .infinity, -.infinity, .nan])
    func `no anemometer shows it`(metresPerSecond: Double) {
        #expect(WindSpeed(metresPerSecond: metresPerSecond) == nil)
    }

    @Test func `a slower wind comes first`() throws {
        let slow = try #require(WindSpeed(metresPerSecond: 1.2))
        let fast = try #require(WindSpeed(metresPerSecond: 1.3))
        #expect(slow < fast)
        #expect(!(fast < slow))
        #expect(!(slow < slow))
    }
}
