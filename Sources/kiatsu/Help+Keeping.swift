/// The help texts of the commands that keep, restore and remove.
extension Help {
    private static let store = """
          -S, --store FILE    the database; else store.path of the configuration. The service's is
                              /var/lib/kiatsu/kiatsu.db
        """

    static let backup = """
        usage: kiatsu backup [--force] [--store FILE | --config FILE] FILE

          -f, --force         replace FILE if it is there
        \(store)
        \(configuration)

        Writes positions, panels, options and all else that the bridge remembers to FILE, one whole SQLite
        database that nobody else may read (0600). The bridge may run and is not disturbed: this reads its files,
        and needs the right to. FILE is checked, and appears whole or not at all. Exits 0, or 1 and tells why.
        """

    static let restore = """
        usage: kiatsu restore [--store FILE | --config FILE] FILE

        \(store)
        \(configuration)

        Puts a backup in the place of the store. The bridge must be stopped. FILE may be of this version's
        schema or of an older one, and stays as it is. The store before is kept beside the new one, under a name
        with the time; delete it once you need it no more. Exits 0, or 1 and tells why; then the store is as it
        was.
        """

    static let remove = """
        usage: kiatsu remove [--yes] [--store FILE] [--config FILE]

          -y, --yes           clear; else only list the topics
        \(store)
        \(configuration)

        Clears every topic on which Kiatsu has left a message on the broker, and withdraws its devices from Home
        Assistant: as the store lists them, and as the configuration says where that has none. The bridge must be
        stopped. Topics of others are left alone. Exits 0, or 1 when something could not be cleared.
        """
}
