import TestSupport
import Testing

@testable import RelctlArchives

@Suite struct PieceCacheFaultTests {
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func aFileThatWasChangedAnywhereIsDroppedAndNeverUsed(seed: UInt64) async throws {
        try await PieceCacheSample.scratch { sample async throws in
            let kept = SamplePiece(seed, compressedTo: 700)
            let cache = sample.cache()
            cache.keep(kept.piece, for: kept.key)
            let file = try #require(try sample.pieceFiles().first)
            let good = try sample.files.contents(of: file)
            var random = SeededGenerator(seed: seed)
            for index in good.indices {
                var bad = good
                bad[index] ^= UInt8.random(in: 1 ... .max, using: &random)
                try sample.files.write(bad, to: file)
                #expect(cache.piece(for: kept.key) == nil, "byte \(index)")
                #expect(try sample.files.status(of: file) == nil, "byte \(index)")
            }
            try sample.files.write(good, to: file)
            #expect(kept.piece.equals(cache.piece(for: kept.key)))
        }
    }

    @Test func aFileThatIsCutOffOrGrewIsDropped() async throws {
        try await PieceCacheSample.scratch { sample async throws in
            let kept = SamplePiece(5, compressedTo: 300)
            let cache = sample.cache()
            cache.keep(kept.piece, for: kept.key)
            let file = try #require(try sample.pieceFiles().first)
            let good = try sample.files.contents(of: file)
            let shorter = (0..<good.count).map { Array(good.prefix($0)) }
            let longer = [good + [0], [0] + good, good + good, good + [UInt8](repeating: 0, count: 1 << 20)]
            let holes = [0, 1, 100, good.count - 1].map { start in
                Array(good.prefix(start)) + [UInt8](repeating: 0, count: good.count - start)
            }
            for bad in shorter + longer + holes {
                try sample.files.write(bad, to: file)
                #expect(cache.piece(for: kept.key) == nil, "\(bad.count) bytes")
                #expect(try sample.files.status(of: file) == nil, "\(bad.count) bytes")
            }
            #expect(sample.messages.count == shorter.count + longer.count + holes.count)
        }
    }

    @Test func theFileOfAnotherPieceIsNotUsed() async throws {
        try await PieceCacheSample.scratch { sample async throws in
            let (one, other) = (SamplePiece(1), SamplePiece(2))
            let cache = sample.cache()
            cache.keep(one.piece, for: one.key)
            let path = try #require(try sample.pieceFiles().first)
            cache.keep(other.piece, for: other.key)
            let otherPath = try #require(try sample.pieceFiles().first { $0 != path })
            try sample.files.rename(otherPath, to: path)
            #expect(cache.piece(for: one.key) == nil)
            #expect(try sample.pieceFiles() == [])
        }
    }

    @Test func aFolderOrPipeInAPiecesPlaceIsAMiss() async throws {
        try await PieceCacheSample.scratch { sample async throws in
            let kept = SamplePiece(1)
            let cache = sample.cache()
            cache.keep(kept.piece, for: kept.key)
            let path = try #require(try sample.pieceFiles().first)
            try sample.files.removeFile(path)
            try sample.files.createFolder(path)
            #expect(cache.piece(for: kept.key) == nil)
            cache.keep(kept.piece, for: kept.key)
            #expect(cache.piece(for: kept.key) == nil)
            try sample.files.removeFolder(path)
            let made = try await #require(HostTool("mkfifo")).run([path.string], in: sample.folder)
            #expect(made.status == 0)
            #expect(cache.piece(for: kept.key) == nil)
            #expect(try sample.files.status(of: path) == nil)
        }
    }

    @Test func anythingButAFolderOfTheUsersOwnSwitchesTheCacheOff() async throws {
        let kept = SamplePiece(1)
        let spoil: [@Sendable (PieceCacheSample) throws -> Void] = [
            { try $0.files.write([1], to: $0.pieces) },
            { try $0.files.createLink(at: $0.pieces, to: "nowhere/at/all") },
            {
                try $0.files.createFolder($0.pieces)
                try $0.files.setPermissions(0o777, of: $0.pieces)
            },
            {
                try $0.files.createFolder($0.pieces)
                try $0.files.setPermissions(0o770, of: $0.pieces)
            },
        ]
        for spoil in spoil {
            try await PieceCacheSample.scratch { sample async throws in
                try sample.files.createFolders(sample.pieces.parent)
                try spoil(sample)
                let before = try sample.files.status(of: sample.pieces)
                let cache = sample.cache()
                #expect(cache.piece(for: kept.key) == nil)
                cache.keep(kept.piece, for: kept.key)
                cache.keep(kept.piece, for: kept.key)
                #expect(cache.piece(for: kept.key) == nil)
                cache.close()
                #expect(try sample.files.status(of: sample.pieces) == before)
                #expect(sample.messages.count == 1)
            }
        }
    }

    @Test func aFileAboveTheFolderSwitchesTheCacheOff() async throws {
        try await PieceCacheSample.scratch { sample async throws in
            try sample.files.write([1], to: sample.folder.appending("caches"))
            let cache = sample.cache()
            cache.keep(SamplePiece(1).piece, for: SamplePiece(1).key)
            #expect(cache.piece(for: SamplePiece(1).key) == nil)
            #expect(try sample.files.contents(of: sample.folder.appending("caches")) == [1])
            #expect(sample.messages.count == 1)
        }
    }

    @Test func aCacheThatIsRemovedDuringTheRunIsBegunAnew() async throws {
        try await PieceCacheSample.scratch { sample async throws in
            let cache = sample.cache()
            cache.keep(SamplePiece(1).piece, for: SamplePiece(1).key)
            try sample.files.removeTree(sample.folder.appending("caches"))
            #expect(cache.piece(for: SamplePiece(1).key) == nil)
            cache.keep(SamplePiece(2).piece, for: SamplePiece(2).key)
            #expect(SamplePiece(2).piece.equals(cache.piece(for: SamplePiece(2).key)))
            cache.close()
            #expect(sample.messages.isEmpty)
        }
    }

    @Test func noCallThatFailsGivesAWrongPieceOrLeavesAFileBehind() async throws {
        let pieces = (1...3).map { SamplePiece($0) }
        for call in 1... {
            var isDone = false
            try await PieceCacheSample.scratch { sample async throws in
                let faulty = FaultyFileSystem(failingCall: call)
                let cache = sample.cache(limit: 2 * 12 << 10, files: faulty)
                for round in 1...2 {
                    for piece in pieces {
                        if let found = cache.piece(for: piece.key) {
                            #expect(piece.piece.equals(found), "call \(call)")
                        } else {
                            cache.keep(piece.piece, for: piece.key)
                        }
                    }
                    if round == 2 { cache.close() }
                }
                isDone = !faulty.didFail
                let left = try sample.pieceFiles()
                #expect(left.allSatisfy { !$0.lastComponent.hasPrefix(".") }, "call \(call)")
                let next = sample.cache()
                for piece in pieces {
                    if let found = next.piece(for: piece.key) { #expect(piece.piece.equals(found), "call \(call)") }
                }
            }
            if isDone { return }
        }
    }

    @Test func whatTheCacheDoesNotTakeIsKeptForTheRun() async throws {
        try await PieceCacheSample.scratch { sample async throws in
            let elsewhere = PieceCacheSample(folder: sample.folder.appending("elsewhere"))
            // Room for one of two.
            let store = LayeredPieceStore(sample.cache(limit: 1), others: elsewhere.cache())
            let pieces = [SamplePiece(1), SamplePiece(2)]
            for piece in pieces { _ = store.keep(piece.piece, for: piece.key) }
            for piece in pieces { #expect(piece.piece.equals(store.piece(for: piece.key))) }
            #expect(try sample.pieceFiles().count == 1)
            #expect(try elsewhere.pieceFiles().count == 1)
            store.close()
            #expect(try sample.pieceFiles() == [])
        }
    }

    @Test func aDiskThatIsNearlyFullIsLeftToTheRelease() async throws {
        try await PieceCacheSample.scratch { sample async throws in
            let cache = sample.cache(files: FaultyFileSystem(failingCall: .max, freeSpace: 500 << 20))
            cache.keep(SamplePiece(1).piece, for: SamplePiece(1).key)
            cache.keep(SamplePiece(2).piece, for: SamplePiece(2).key)
            #expect(try sample.pieceFiles() == [])
            #expect(sample.messages.count == 1)
        }
    }
}
