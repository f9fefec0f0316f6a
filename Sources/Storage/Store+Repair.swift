/// The repair of damage that is found while the store is open.
extension Store {
    /// A stream with one element for each damage found until ``repair(with:)``; for existing damage at once.
    ///
    /// It has one listener: a second call ends the first stream.
    package func damage() -> AsyncStream<Void> {
        let stream = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        listen(stream.continuation)
        return stream.stream
    }

    /// Checks the file, a small one with its indexes; throws `corrupt` where it is damaged.
    package func check() throws(StoreError) {
        guard trouble == nil else { return }
        let isSmall = file.byteCount(of: file.path) ?? 0 <= StoreFile.mostSmallBytes
        try perform("check the store") { connection throws(SQLiteFailure) in try connection.check(withIndexes: isSmall)
        }
    }

    /// Sets a damaged file aside and continues with a new one, filled with `contents` and all readable rows; does
    /// nothing where no damage was found.
    ///
    /// If no new file can be created, a copy in memory stands in for it.
    package func repair(with contents: StoredContents) throws(StoreError) {
        guard isDamaged else { return }
        let file = file
        let memory = try file.attempt { () throws(SQLiteFailure) in try contents.connection() }
        try replaceConnection { () throws(StoreError) in
            do throws(StoreError) {
                return try file.opened(after: memory, thoroughly: true)
            } catch {
                return try file.standIn(for: error, after: memory)
            }
        }
    }
}
