// The usage, as -h and errors show it.
// SPDX-License-Identifier: Apache-2.0

package enum UsageText {
    package static let text = """
        Usage: codesign -s TEAM.p12 [-i identifier] [--entitlements file] [--password-file file] [-fv] file ...
               codesign -s - [-i identifier] [--entitlements file] [-fv] file ...   # ad-hoc
               codesign [-v | --verify] [--verbose] [--teams-directory directory] file ...
               codesign -d [-v] [--entitlements -] file ...
               codesign --remove-signature [-v] file ...

            -s, --sign identity        sign with the PKCS#12 identity of a team, or ad hoc (-)
            -i, --identifier name      the identifier (default: the name of the file)
                --entitlements file    the property list to sign, or - to display it
                --password-file file   the password of the identity (default: asked for)
            -f, --force                replace a signature that is there
            -d, --display              display what the signature says
            -v, --verify               verify; with another operation, say more
                --verbose[=level]      say more
                --teams-directory dir  trust the teams of this directory (default: /etc/latchkey/teams.d)
                --remove-signature     take the signature away
            -h, --help                 show this

        """
}
