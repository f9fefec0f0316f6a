import Configuration
import Foundation
import Testing
import Widgets

struct SecretTests {
    private let yaml = "mqtt: {username: me, password_file: key}\n" + panel

    @Test func `a secret prints as dots however it is printed`() throws {
        let environment = home.merging(["KIATSU_MQTT_PASSWORD": "hunter2", "KIATSU_OPEN_METEO_API_KEY": "k3y"]) { $1 }
        let configuration = try parse(panel, environment: environment).configuration
        #expect(configuration.mqtt.password?.reveal() == "hunter2")
        #expect(configuration.sources["open-meteo"]?.secrets["api_key"]?.reveal() == "k3y")
        let secret = try #require(configuration.mqtt.password)
        var dumped = ""
        dump(configuration, to: &dumped)
        dump(secret, to: &dumped)
        let printed = [
            "\(configuration)", String(describing: configuration), String(reflecting: configuration), dumped,
            "\(secret)", String(describing: secret), String(reflecting: secret), "\([secret])",
            "\(Optional(secret) as Any)",
            "\(Mirror(reflecting: secret).children.map(\.value))",
        ]
        for text in printed { #expect(!text.contains("hunter2") && !text.contains("k3y")) }
        #expect("\(secret)" == "•••")
        #expect(String(reflecting: configuration).contains("•••"))
    }

    @Test(arguments: ["s3cret", "s3cret\n", "s3cret\r\n"])
    func `a file's secret is its text without the newline at the end`(content: String) throws {
        try withDirectory { directory in
            try directory.write(content, to: "key")
            let (configuration, warnings) = try parse(yaml, fileName: directory.path + "/kiatsu.yaml")
            #expect(configuration.mqtt.password?.reveal() == "s3cret")
            #expect(warnings == [])
        }
    }

    @Test(arguments: [
        (nil, "cannot be read: No such file or directory; correct the path or the file's permissions"),
        ("", "is empty; write the secret into it"), ("\n", "is empty; write the secret into it"),
        ("two\nlines", "is not one line of text; write nothing but the secret into it"),
        (
            String(repeating: "x", count: 4097),
            "cannot be read: it is longer than 4096 bytes; correct the path or the file's permissions"
        ),
    ])
    func `a file that holds no secret is refused without a word of it`(content: String?, words: String) throws {
        try withDirectory { directory in
            if let content { try directory.write(content, to: "key") }
            let path = directory.path + "/kiatsu.yaml"
            let expected = "\(path):1:37: mqtt.password_file: \(directory.path)/key \(words)"
            #expect(issues(yaml, fileName: path) == [expected])
        }
    }

    @Test func `a file that everybody may read is a warning`() throws {
        try withDirectory { directory in
            try directory.write("s3cret", to: "key", mode: 0o644)
            let warnings = try parse(yaml, fileName: directory.path + "/kiatsu.yaml").warnings
            let path = directory.path + "/key"
            #expect(warnings == ["\(path) can be read by every user of this machine; chmod 600 \(path)"])
        }
    }

    @Test func `a bare name is a systemd credential where there is one`() throws {
        try withDirectory { directory in
            try directory.write("beside", to: "key")
            let credentials = directory.appending(path: "credentials")
            try FileManager.default.createDirectory(at: credentials, withIntermediateDirectories: false)
            let environment = home.merging(["CREDENTIALS_DIRECTORY": credentials.path]) { $1 }
            let path = directory.path + "/kiatsu.yaml"
            func password(_ yaml: String) throws -> String? {
                try parse(yaml, fileName: path, environment: environment).configuration.mqtt.password?.reveal()
            }
            #expect(try password(yaml) == "beside")
            try credentials.write("credential", to: "key")
            #expect(try password(yaml) == "credential")
            #expect(try password(yaml.replacing("key", with: "./key")) == "beside")
        }
    }

    @Test func `the environment's secret comes before the file's`() throws {
        try withDirectory { directory in
            try directory.write("file", to: "key")
            let environment = home.merging(["KIATSU_MQTT_PASSWORD": "variable"]) { $1 }
            let path = directory.path + "/kiatsu.yaml"
            let configuration = try parse(yaml, fileName: path, environment: environment).configuration
            #expect(configuration.mqtt.password?.reveal() == "variable")
        }
    }

    @Test func `a secret in the configuration itself is refused without repeating it`() {
        let marked = MarkedText(
            """
            mqtt: {①password: hunter2}
            sources: {openweather: {②api_key: hunter2}}
            source: openweather
            """ + "\n" + panel
        )
        #expect(
            issues(marked.text)
                == marked.placed([
                    "①: mqtt.password: a secret must not stand in this file; write it into a file of its own and "
                        + "name that with `password_file`, or set KIATSU_MQTT_PASSWORD",
                    "②: sources.openweather.api_key: a secret must not stand in this file; write it into a file of "
                        + "its own and name that with `api_key_file`, or set KIATSU_OPENWEATHER_API_KEY",
                ])
        )
    }

    @Test func `MQTT 3 1 1 takes no password without a user name`() {
        let environment = home.merging(["KIATSU_MQTT_PASSWORD": "p"]) { $1 }
        #expect(
            issues("mqtt: {protocol: 3.1.1}\n" + panel, environment: environment) == [
                "KIATSU_MQTT_PASSWORD: mqtt.password: MQTT 3.1.1 has no password without a user name; "
                    + "set `mqtt.username` or KIATSU_MQTT_USERNAME as well"
            ]
        )
        #expect(issues("mqtt: {protocol: 5}\n" + panel, environment: environment) == [])
    }
}
