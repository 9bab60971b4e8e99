// The usage, as -h and errors show it.
// SPDX-License-Identifier: Apache-2.0

package enum UsageText {
    package static let text = """
        Usage: codesign -s TEAM.p12 [-i identifier] [--entitlements file] [--password-file file] [--no-loader] [-fv] file ...
               codesign -s - [-i identifier] [--entitlements file] [--loader path] [-fv] file ...   # ad-hoc
               codesign -s TEAM.p12 [-i identifier] [--entitlements file] [--interpreter path] [--interpreter-option option]
                        [--script-path path] [-fv] --script script -o launcher
               codesign [-v | --verify] [--verbose] [--teams-directory directory] file ...
               codesign -d [-v] [--entitlements -] file ...
               codesign --remove-signature [-v] file ...

            -s, --sign identity        sign with the PKCS#12 identity of a team, or ad hoc (-)
            -i, --identifier name      the identifier (default: the name of the file)
                --entitlements file    the property list to sign, or - to display it
                --password-file file   the password of the identity (default: asked for)
                --no-loader            leave out what keeps libraries of its caller from the program
                --loader path          have this loader start a program that is signed ad hoc
            -f, --force                replace a signature that is there
                --script file          make a launcher that lends its identity to this script
            -o, --output file          where the launcher goes
                --interpreter path     what runs the script (default: what its first line names)
                --interpreter-option o stands before the script, in the place of those for known interpreters
                --script-path path     where the script will be (default: where it is)
            -d, --display              display what the signature says
            -v, --verify               verify; with another operation, say more
                --verbose[=level]      say more
                --teams-directory dir  trust the teams of this directory (default: /etc/latchkey/teams.d)
                --remove-signature     take the signature away
            -h, --help                 show this

        """
}
