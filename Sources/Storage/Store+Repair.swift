/// Damage that is found while the store is open.
extension Store {
    /// Tells when damage has been found that ``repair(with:)`` has not been called for; at once if there is some already.
    ///
    /// For one listener: another one takes the place of the former.
    package func damage() -> AsyncStream<Void> {
        let stream = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        listen(stream.continuation)
        return stream.stream
    }

    /// Looks through the file, a small one with its indexes; throws `corrupt` where it is damaged.
    package func check() throws(StoreError) {
        guard trouble == nil else { return }
        let isSmall = file.byteCount(of: file.path) ?? 0 <= StoreFile.mostSmallBytes
        try perform("check the store") { connection throws(SQLiteFailure) in try connection.check(withIndexes: isSmall)
        }
    }

    /// Sets a file aside that has been found damaged, and goes on in a new one with what is known and what can be read;
    /// does nothing where none has been found.
    ///
    /// Where no new file can be made, a copy in memory stands in for it.
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
