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
