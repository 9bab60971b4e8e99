// Hands out small blocks of memory that is locked, kept out of core dumps, and wiped on return.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import Synchronization

/// The memory under ``SecretBytes``.
///
/// Small blocks come from pages of one size class each, so that a key costs no system call. If `RLIMIT_MEMLOCK`
/// is used up the pages are not locked, but still left out of core dumps and wiped.
@safe
package enum LockedMemory {
    /// Longest block that comes from locked pages, in bytes.
    package static let largestBlock = 1024
    private static let pageSize = 4096
    private static let smallestBlock = 64

    private struct Pool {
        /// Free blocks by size class: 64, 128, 256, 512, 1024 bytes.
        var free: [[UInt]] = Array(repeating: [], count: 5)
    }

    private static let pool = Mutex(Pool())

    /// `count` zero bytes, aligned to 16.
    static func allocate(count: Int) -> UnsafeMutableRawBufferPointer {
        guard count > 0 else { return unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0) }
        if count <= largestBlock, let address = takeBlock(of: sizeClass(of: count)),
            let block = unsafe UnsafeMutableRawPointer(bitPattern: address)
        {
            return unsafe UnsafeMutableRawBufferPointer(start: block, count: count)
        }
        let heap = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, largestBlock + 1), alignment: 16)
        unsafe heap.initializeMemory(as: UInt8.self, repeating: 0)
        return unsafe UnsafeMutableRawBufferPointer(rebasing: heap[..<count])
    }

    /// Wipes the bytes and takes the block back. `explicit_bzero` is not removed by the optimiser.
    static func wipeAndFree(_ block: UnsafeMutableRawBufferPointer) {
        guard let base = block.baseAddress else { return }
        unsafe explicit_bzero(base, block.count)
        let address = UInt(bitPattern: base)
        let isPooled =
            block.count <= largestBlock
            && pooledPages.withLock { pages in
                let page = address / UInt(pageSize)
                let place = Self.place(of: page, in: pages)
                return place < pages.count && pages[place] == page
            }
        if isPooled {
            let sizeClass = sizeClass(of: block.count)
            pool.withLock { $0.free[sizeClass].append(address) }
        } else {
            unsafe base.deallocate()
        }
    }

    /// 32 MiB. Secrets beyond that lie where others do that are long.
    private static let mostPages = 8192

    /// Page numbers that belong to the pool, in order, so that a block that fell back to the heap is told apart.
    private static let pooledPages = Mutex<[UInt]>([])

    /// Where `page` is among `pages`, or would be.
    private static func place(of page: UInt, in pages: [UInt]) -> Int {
        var (low, high) = (0, pages.count)
        while low < high {
            let middle = (low + high) / 2
            if pages[middle] < page { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func sizeClass(of count: Int) -> Int {
        var size = smallestBlock
        var index = 0
        while size < count {
            size *= 2
            index += 1
        }
        return index
    }

    private static func takeBlock(of sizeClass: Int) -> UInt? {
        pool.withLock { pool in
            if let address = pool.free[sizeClass].popLast() { return address }
            guard let page = mapPage() else { return nil }
            let size = UInt(smallestBlock << sizeClass)
            pool.free[sizeClass] = (1..<UInt(pageSize) / size).reversed().map { page + $0 * size }
            return page
        }
    }

    /// A fresh page; the kernel aligns it to its size, so that an address names its page by division.
    private static func mapPage() -> UInt? {
        var locked: CInt = 0
        // They are never given back: a service that once had many short secrets is not to keep that memory for good.
        guard pooledPages.withLock(\.count) < mostPages,
            let mapped = unsafe latchkey_map_key_pages(pageSize, &locked)
        else { return nil }
        let address = UInt(bitPattern: mapped)
        pooledPages.withLock { pages in
            let page = address / UInt(pageSize)
            pages.insert(page, at: place(of: page, in: pages))
        }
        return address
    }
}
