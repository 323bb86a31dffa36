import TestSupport
import Testing

@testable import RelctlArchives

@Suite struct PieceCacheTests {
    @Test func aPieceOutlivesTheRunThatKeptIt() async throws {
        try await PieceCacheSample.scratch { sample async throws in
            let kept = SamplePiece(1)
            let first = sample.cache()
            #expect(first.piece(for: kept.key) == nil)
            first.keep(kept.piece, for: kept.key)
            first.close()
            #expect(kept.piece.equals(sample.cache().piece(for: kept.key)))
            #expect(first.piece(for: SamplePiece(2).key) == nil)
            #expect(sample.messages.isEmpty)
        }
    }

    @Test func everyPartOfTheKeyCounts() async throws {
        try await PieceCacheSample.scratch { sample async throws in
            let kept = SamplePiece(1)
            let cache = sample.cache()
            cache.keep(kept.piece, for: kept.key)
            let changes: [(inout PieceKey) -> Void] = [
                { $0.content = Digest(of: []) }, { $0.size += 1 }, { $0.ending = .final },
                { $0.compression.engine = "relctl-2" }, { $0.compression.engine = "zlib" },
                { $0.compression.level = 9 },
            ]
            for change in changes {
                var key = kept.key
                change(&key)
                #expect(cache.piece(for: key) == nil)
                #expect(key.identity != kept.key.identity)
            }
            #expect(try sample.pieceFiles().count == 1)
        }
    }

    @Test func whatAnEncoderIsKnownByHasItsVersion() {
        #expect(DeflateEngines.versioned(DeflateEngines.relctl) == DeflateEngines.relctl)
        #expect(DeflateEngines.versioned(DeflateEngines.zlib).wholeMatch(of: /zlib-[0-9].*/) != nil)
    }

    @Test func nothingIsTouchedBeforeTheFirstPieceIsKept() async throws {
        try await PieceCacheSample.scratch { sample async throws in
            let cache = sample.cache()
            #expect(cache.piece(for: SamplePiece(1).key) == nil)
            cache.close()
            #expect(try sample.files.names(in: sample.folder) == [])
        }
    }

    @Test func theFolderIsTheUsersAloneAndSaysThatItIsACache() async throws {
        try await PieceCacheSample.scratch { sample async throws in
            let cache = sample.cache()
            cache.keep(SamplePiece(1).piece, for: SamplePiece(1).key)
            for path in ["caches", "caches/relctl", "caches/relctl/pieces"].map(sample.folder.appending) {
                #expect(try sample.files.status(of: path)?.permissions == 0o700)
            }
            let file = try #require(try sample.pieceFiles().first)
            #expect(try sample.files.status(of: file)?.permissions == 0o600)
            let tag = try sample.files.text(of: sample.pieces.appending("CACHEDIR.TAG"))
            #expect(tag.hasPrefix("Signature: 8a477f597d28d172789f06886806bc55\n"))
        }
    }

    @Test func whatIsSmallIsNotKept() async throws {
        try await PieceCacheSample.scratch { sample async throws in
            var small = SamplePiece(1)
            (small.key.size, small.piece.size) = (4095, 4095)
            let cache = sample.cache()
            cache.keep(small.piece, for: small.key)
            #expect(cache.piece(for: small.key) == nil)
            #expect(try sample.pieceFiles() == [])
        }
    }

    @Test func whatWasNotUsedForLongestGoesFirst() async throws {
        try await PieceCacheSample.scratch { sample async throws in
            // Each takes 12 KiB of disk.
            let pieces = (1...8).map { SamplePiece($0) }
            let first = sample.cache(limit: 8 * 12 << 10)
            for piece in pieces { first.keep(piece.piece, for: piece.key) }
            first.close()
            #expect(try sample.pieceFiles().count == 8)
            // An order of last uses that is not that of writing: 4, 3, 2, 1, 8, 7, 6, 5.
            for (age, piece) in (pieces[4...] + pieces[..<4]).enumerated() {
                sample.clock.set(1_700_000_000 - Int64(age) * 7200)
                #expect(first.piece(for: piece.key) != nil)
            }
            sample.clock.set(1_800_000_000)
            let second = sample.cache(limit: 5 * 12 << 10)
            #expect(second.piece(for: pieces[2].key) != nil)
            second.keep(SamplePiece(9).piece, for: SamplePiece(9).key)
            #expect(try sample.pieceFiles().count == 9, "nothing goes before the end of the run")
            second.close()
            let third = sample.cache()
            let left = (pieces + [SamplePiece(9)]).map { third.piece(for: $0.key) != nil }
            #expect(left == [false, false, true, false, true, true, true, false, true])
        }
    }

    @Test func aRunThatKeptNothingRemovesNothing() async throws {
        try await PieceCacheSample.scratch { sample async throws in
            let cache = sample.cache()
            cache.keep(SamplePiece(1).piece, for: SamplePiece(1).key)
            cache.close()
            let tight = sample.cache(limit: 1)
            #expect(tight.piece(for: SamplePiece(1).key) != nil)
            tight.close()
            #expect(try sample.pieceFiles().count == 1)
        }
    }

    @Test func oneRunKeepsNoMoreThanTheLimit() async throws {
        try await PieceCacheSample.scratch { sample async throws in
            let cache = sample.cache(limit: 3 * 12 << 10)
            for number: UInt64 in 1...9 { cache.keep(SamplePiece(number).piece, for: SamplePiece(number).key) }
            #expect(try sample.pieceFiles().count == 3)
        }
    }

    @Test func aUseIsNotedOnceAnHour() async throws {
        try await PieceCacheSample.scratch { sample async throws in
            let cache = sample.cache()
            cache.keep(SamplePiece(1).piece, for: SamplePiece(1).key)
            let file = try #require(try sample.pieceFiles().first)
            let start: Int64 = 1_700_000_000
            try sample.files.setModificationTime(start * 1_000_000_000, of: file)
            for (later, expected) in [(3600, start), (3601, start + 3601), (3700, start + 3601)] as [(Int64, Int64)] {
                sample.clock.set(start + later)
                #expect(cache.piece(for: SamplePiece(1).key) != nil)
                #expect(try sample.files.status(of: file)?.modificationTime == expected * 1_000_000_000)
            }
        }
    }

    @Test func whatKilledRunsLeftIsSweptWhenItIsOld() async throws {
        try await PieceCacheSample.scratch { sample async throws in
            let cache = sample.cache()
            cache.keep(SamplePiece(1).piece, for: SamplePiece(1).key)
            let folder = try #require(try sample.pieceFiles().first).parent
            let (old, new) = (folder.appending(".killed-1"), folder.appending(".running-1"))
            let now = sample.clock.secondsSinceEpoch
            for (path, age) in [(old, 3601), (new, 3599)] as [(FilePath, Int64)] {
                try sample.files.write([1, 2, 3], to: path)
                try sample.files.setModificationTime((now - age) * 1_000_000_000, of: path)
            }
            cache.close()
            #expect(try sample.files.status(of: old) == nil)
            #expect(try sample.files.status(of: new) != nil)
            #expect(cache.piece(for: SamplePiece(1).key) != nil)
        }
    }

    @Test func twoRunsAtOnceNeverReadAnythingButWholePieces() async throws {
        try await PieceCacheSample.scratch { sample async throws in
            let pieces = (1...40).map { SamplePiece($0) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<8 {
                    // Two caches for each pair of tasks that share one, over one folder.
                    let cache = sample.cache(limit: 20 * 12 << 10)
                    for offset in [0, 20] {
                        group.addTask {
                            for step in 0..<200 {
                                let piece = pieces[(worker * 7 + offset + step * 11) % pieces.count]
                                if let found = cache.piece(for: piece.key) {
                                    #expect(piece.piece.equals(found))
                                } else {
                                    cache.keep(piece.piece, for: piece.key)
                                }
                                if step % 50 == 49 { cache.close() }
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            let last = sample.cache(limit: 20 * 12 << 10)
            last.keep(pieces[0].piece, for: pieces[0].key)
            last.close()
            let left = try sample.pieceFiles()
            #expect(left.count <= 20)
            #expect(left.allSatisfy { !$0.lastComponent.hasPrefix(".") })
            #expect(sample.messages.isEmpty)
        }
    }
}
