/// The schema of the database file.
enum Schema {
    /// The application identifier in the file's header: "KIAT" in ASCII.
    static let applicationIdentifier: Int64 = 0x4B49_4154

    /// Migration n takes a file from `user_version` n to n + 1; a released migration never changes.
    static let migrations = [
        """
        CREATE TABLE position (
            panel TEXT PRIMARY KEY NOT NULL,
            latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
            longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
            name TEXT,
            accuracy_metres REAL,
            reported_at INTEGER,
            accepted_at INTEGER NOT NULL,
            source TEXT NOT NULL CHECK (source IN ('command', 'follow'))
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE shown (
            panel TEXT PRIMARY KEY NOT NULL,
            latitude_hundredths INTEGER NOT NULL CHECK (latitude_hundredths BETWEEN -9000 AND 9000),
            longitude_hundredths INTEGER NOT NULL CHECK (longitude_hundredths BETWEEN -18000 AND 17999),
            name TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE timeline (
            key TEXT PRIMARY KEY NOT NULL,
            forecast BLOB,
            asked_at INTEGER NOT NULL,
            failures INTEGER NOT NULL,
            retry_at INTEGER
        ) STRICT;
        CREATE TABLE retained_topic (
            base_topic TEXT NOT NULL,
            panel TEXT NOT NULL,
            widget TEXT NOT NULL,
            encoding TEXT NOT NULL,
            PRIMARY KEY (base_topic, panel, widget, encoding)
        ) STRICT, WITHOUT ROWID;
        """,
        """
        ALTER TABLE shown RENAME TO shown_1;
        CREATE TABLE shown (
            panel TEXT NOT NULL,
            widget TEXT NOT NULL,
            latitude_hundredths INTEGER NOT NULL CHECK (latitude_hundredths BETWEEN -9000 AND 9000),
            longitude_hundredths INTEGER NOT NULL CHECK (longitude_hundredths BETWEEN -18000 AND 17999),
            name TEXT,
            PRIMARY KEY (panel, widget)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO shown SELECT panel, 'weather', latitude_hundredths, longitude_hundredths, name FROM shown_1;
        DROP TABLE shown_1;

        ALTER TABLE retained_topic RENAME TO retained_topic_1;
        CREATE TABLE retained_topic (
            base_topic TEXT NOT NULL,
            panel TEXT NOT NULL,
            widget TEXT NOT NULL,
            encoding TEXT NOT NULL,
            suffixes TEXT
        ) STRICT;
        -- In a key no NULL equals another: the index has '' in its place, and whether it was one.
        CREATE UNIQUE INDEX retained_topic_identity ON retained_topic (
            base_topic, panel, widget, encoding, suffixes IS NULL, ifnull(suffixes, '')
        );
        INSERT INTO retained_topic SELECT base_topic, panel, widget, encoding, CASE WHEN widget = 'weather' THEN
            CASE encoding
                WHEN 'compact' THEN ''
                WHEN 'full' THEN '/full'
                WHEN 'frame' THEN '/frame'
                WHEN 'fields' THEN replace(
                    '/temperature /place /pressure /pressures /icons /temperatures /labels /condition /trend /updated',
                    ' ', char(10)
                )
            END
        END FROM retained_topic_1;
        DROP TABLE retained_topic_1;

        CREATE TABLE spent (
            day INTEGER NOT NULL,
            account TEXT NOT NULL,
            calls INTEGER NOT NULL CHECK (calls > 0),
            UNIQUE (day, account)
        ) STRICT;
        CREATE TABLE place_name (
            geocoder TEXT NOT NULL,
            language TEXT NOT NULL,
            latitude_hundredths INTEGER NOT NULL CHECK (latitude_hundredths BETWEEN -9000 AND 9000),
            longitude_hundredths INTEGER NOT NULL CHECK (longitude_hundredths BETWEEN -18000 AND 17999),
            name TEXT,
            obtained_at INTEGER NOT NULL,
            UNIQUE (latitude_hundredths, longitude_hundredths, geocoder, language)
        ) STRICT;
        CREATE TABLE option (
            panel TEXT NOT NULL,
            widget TEXT NOT NULL,
            option TEXT NOT NULL,
            value TEXT NOT NULL,
            set_at INTEGER NOT NULL,
            PRIMARY KEY (panel, widget, option)
        ) STRICT, WITHOUT ROWID;
        """,
        """
        CREATE TABLE added_panel (
            panel TEXT PRIMARY KEY NOT NULL,
            definition BLOB NOT NULL,
            added_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE display (
            panel TEXT PRIMARY KEY NOT NULL,
            buffer_bytes INTEGER,
            width INTEGER,
            height INTEGER
        ) STRICT, WITHOUT ROWID;
        """,
        """
        CREATE TABLE place_zone (
            latitude_hundredths INTEGER NOT NULL CHECK (latitude_hundredths BETWEEN -9000 AND 9000),
            longitude_hundredths INTEGER NOT NULL CHECK (longitude_hundredths BETWEEN -18000 AND 17999),
            zone TEXT NOT NULL,
            source TEXT NOT NULL,
            named_at INTEGER NOT NULL,
            UNIQUE (latitude_hundredths, longitude_hundredths)
        ) STRICT;
        """,
        """
        DROP INDEX retained_topic_identity;
        ALTER TABLE retained_topic RENAME TO retained_topic_4;
        -- What a kind does not have is ''; topics are NULL for none.
        CREATE TABLE retained_topic (
            kind TEXT NOT NULL CHECK (kind IN ('bridge', 'panel', 'encoding', 'picture', 'device')),
            base_topic TEXT NOT NULL,
            panel TEXT NOT NULL,
            widget TEXT NOT NULL,
            encoding TEXT NOT NULL,
            prefix TEXT NOT NULL,
            former_node INTEGER NOT NULL,
            strips INTEGER NOT NULL CHECK (strips >= 0),
            topics TEXT
        ) STRICT;
        -- In a key no NULL equals another: the index has '' in its place, and whether it was one.
        CREATE UNIQUE INDEX retained_topic_identity ON retained_topic (
            kind, base_topic, panel, widget, encoding, prefix, former_node, strips, topics IS NULL, ifnull(topics, '')
        );
        INSERT INTO retained_topic SELECT 'bridge', base_topic, '', '', '', '', 0, 0, NULL
            FROM retained_topic_4 WHERE panel = 'bridge' AND widget = '' AND encoding = '';
        INSERT INTO retained_topic SELECT 'panel', base_topic, panel, '', '', '', 0, 0, NULL
            FROM retained_topic_4 WHERE panel <> 'bridge' AND widget = '' AND encoding = '';
        -- A device had the prefix in the place of the base topic, the base topic in that of the widget, and the style \
        behind
        -- a mark of its level in that of the encoding.
        INSERT INTO retained_topic SELECT 'device', widget, panel, '', substr(encoding, instr(encoding, '-') + 1),
            base_topic, encoding LIKE 'homeassistant-%', 0, suffixes
            FROM retained_topic_4 WHERE encoding IN (
                'homeassistant-device', 'homeassistant-component', 'homeassistant2-device', 'homeassistant2-component'
            );
        -- The number of strips stood among the suffixes of pictures, as the last of them.
        INSERT INTO retained_topic SELECT 'picture', base_topic, panel, widget, '', '', 0, 0, suffixes
            FROM retained_topic_4 WHERE encoding = 'image' AND ifnull(instr(suffixes, '/strips/*'), 0) = 0;
        INSERT OR IGNORE INTO retained_topic SELECT 'picture', base_topic, panel, widget, '', '', 0,
            CASE WHEN CAST(substr(suffixes, instr(suffixes, '/strips/*') + 9) AS INTEGER) BETWEEN 0 AND 99999
                THEN CAST(substr(suffixes, instr(suffixes, '/strips/*') + 9) AS INTEGER) ELSE 0 END,
            CASE WHEN instr(suffixes, '/strips/*') > 1
                THEN substr(suffixes, 1, instr(suffixes, '/strips/*') - 2) END
            FROM retained_topic_4 WHERE encoding = 'image' AND instr(suffixes, '/strips/*') > 0;
        INSERT INTO retained_topic SELECT 'encoding', base_topic, panel, widget, encoding, '', 0, 0, suffixes
            FROM retained_topic_4 WHERE widget <> '' AND encoding NOT IN (
                'image', 'homeassistant-device', 'homeassistant-component', 'homeassistant2-device',
                'homeassistant2-component'
            );
        DROP TABLE retained_topic_4;
        """,
    ]

    /// All tables, each with the column of its order on disk.
    static let tables = [
        ("position", "panel"), ("option", "panel"), ("added_panel", "panel"), ("display", "panel"), ("shown", "panel"),
        ("retained_topic", "rowid"), ("spent", "rowid"), ("timeline", "rowid"), ("place_name", "rowid"),
        ("place_zone", "rowid"),
    ]

    /// Settings for little memory, a write-ahead log of about 1 MiB (256 pages of 4 KiB), and exclusive access.
    ///
    /// In exclusive mode the log's index is in memory, so there is no `-shm` file; the lock ends with the process.
    static let settings = """
        PRAGMA synchronous = FULL;
        PRAGMA foreign_keys = ON;
        PRAGMA trusted_schema = OFF;
        PRAGMA cache_size = -256;
        PRAGMA mmap_size = 0;
        PRAGMA temp_store = MEMORY;
        PRAGMA wal_autocheckpoint = 256;
        PRAGMA journal_size_limit = 1048576;
        """
}
