// Programs that run what others wrote: an interpreter lends its identity to no script.
// SPDX-License-Identifier: Apache-2.0

/// Known by their names, and if somebody copied them to another name, by the functions that their main programs share
/// with nothing else. What is not known counts as a program of its own; who signs an unknown interpreter lends the
/// identity to its scripts.
package enum Interpreter {
    /// Whether the file at this name and descriptor is one.
    package static func isInterpreter(named name: String, _ descriptor: CInt) -> Bool {
        isName(name) || isVariant(name) || hasMarker(descriptor)
    }

    /// Without a version: `python3.11` is `python`, `ld-linux-x86-64.so.2` begins with `ld-linux`.
    package static func isName(_ name: String) -> Bool {
        if prefixes.contains(where: name.hasPrefix) { return true }
        let plain = name.lowercased()
        if names.contains(plain) { return true }
        let end = plain.utf8.reversed().prefix { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
                || byte == UInt8(ascii: "-")
        }.count
        return names.contains(String(plain.dropLast(end)))
    }

    /// `vim.basic`, `emacs-gtk` and `nc.openbsd` are what stands before the first dot, hyphen or underscore.
    package static func isVariant(_ name: String) -> Bool {
        let stem = String(name.prefix { $0 != "." && $0 != "-" && $0 != "_" })
        // `sh-server`, `js-app` and `r-studio` are programs of their own.
        return (stem.count > 2 || stem == "nc") && isName(stem)
    }

    /// Whether a file of the system runs scripts for the program that loads it: a library, or an interpreter that was
    /// loaded as if it were one. Its name says so: nobody but root renames it.
    package static func isEngine(_ name: String) -> Bool {
        // Every program has the loader.
        if isName(name), !loaders.contains(where: name.hasPrefix) { return true }
        return engines.contains { engine in
            // `libpython3.11.so.1.0` is one, `libluminance.so` is none.
            guard name.hasPrefix(engine), let next = name.utf8.dropFirst(engine.utf8.count).first else { return false }
            // In either case.
            return !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(next | 0x20)
        }
    }

    private static let engines = [
        "libpython", "libpypy", "libperl", "libruby", "libnode", "libmozjs", "libjavascriptcoregtk", "libv8", "libqjs",
        "libquickjs", "libduktape", "libmujs", "libgjs", "libcjs", "libQt5Qml", "libQt6Qml", "libQt5Script", "liblua",
        "libluajit", "libtcl", "libguile", "libjvm", "libjli", "libmonosgen", "libmonoboehm", "libmono", "libcoreclr",
        "libhostfxr", "libphp", "libR", "libjulia", "liboctinterp", "libswipl", "libecl", "libgauche", "libchibi",
        "libtcc", "libgccjit", "libangelscript", "libsquirrel", "libwasmtime", "libwasmer", "libgdb", "liblldb",
    ]

    /// Loaders and emulators, which run any program that they are given.
    private static let prefixes = loaders + ["qemu-", "memcheck-", "python", "pypy"]
    private static let loaders = ["ld-linux", "ld-musl", "ld64.so", "ld.so"]

    private static let names: Set<String> = [
        // Shells.
        "sh", "ash", "bash", "rbash", "dash", "zsh", "rzsh", "ksh", "rksh", "mksh", "lksh", "posh", "yash", "fish",
        "csh",
        "tcsh", "elvish", "nu", "pwsh", "xonsh", "busybox", "toybox",
        // Languages.
        "ipython", "micropython", "perl", "ruby", "irb", "jruby", "truffleruby", "node", "nodejs", "deno", "bun", "qjs",
        "d8", "js", "gjs", "gjs-console", "cjs", "cjs-console", "php", "php-cgi", "php-fpm", "phpdbg", "lua", "luajit",
        "texlua", "tclsh", "wish", "expect", "guile", "gosh", "racket", "sbcl", "clisp", "ecl", "emacs", "java",
        "jshell",
        "dotnet", "mono", "mono-sgen", "rscript", "r", "julia", "octave", "octave-cli", "erl", "beam.smp", "elixir",
        "escript", "ghci", "runghc", "ocaml", "swipl", "gprolog", "gawk", "mawk", "nawk", "awk", "original-awk",
        "swift-frontend", "lli", "tcc", "m4",
        // What runs another program inside, or speaks for anybody.
        "gdb", "lldb", "lldb-server", "valgrind", "wine", "wine64", "box64", "fex", "socat", "nc", "ncat", "vim",
        "nvim", "gvim", "vimx", "netcat", "oksh", "loksh", "scsh", "gst", "janet", "gdbserver", "box86", "bpftrace",
        "stap",
        "ocamlrun", "goawk",
    ]

    private static let markers: Set<[UInt8]> = Set(
        [
            "Py_BytesMain", "Py_RunMain", "perl_parse", "ruby_run_node", "ruby_exec_node", "JLI_Launch",
            "_ZN4node5StartEiPPc", "Tcl_MainEx", "all_shell_functions", "zsh_main",
        ].map { Array($0.utf8) })
    private static let lengths = Set(markers.map(\.count))

    /// Longest table of names that is looked through, in bytes; a longer one is looked through up to here.
    private static let largestTable = 4 << 20

    private static func hasMarker(_ descriptor: CInt) -> Bool {
        guard let table = DynamicNames.table(of: descriptor, atMost: largestTable) else { return false }
        // The table is a stranger's: millions of names must not become millions of slices.
        var start = 0
        for (index, byte) in table.enumerated() where byte == 0 {
            if lengths.contains(index - start), markers.contains(Array(table[start..<index])) { return true }
            start = index + 1
        }
        return false
    }
}
