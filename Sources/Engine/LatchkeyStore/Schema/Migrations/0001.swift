// The tables of version 1, as they landed: this file does not change any more.
// SPDX-License-Identifier: Apache-2.0

extension SchemaVersion {
    /// Documentation/Reference/Formats/Database.md, section 14.
    static let v1 = SchemaVersion(
        number: 1,
        statements: [
            "CREATE TABLE tversion(version INTEGER NOT NULL, minor INTEGER NOT NULL)",
            "CREATE TABLE keybag(id INTEGER PRIMARY KEY CHECK(id IN (1, 2)), data BLOB NOT NULL)",
            "CREATE TABLE metadatakeys(pdmn TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID",
            """
            CREATE TABLE quarantine(id INTEGER PRIMARY KEY AUTOINCREMENT, qdat REAL NOT NULL, tabl TEXT NOT NULL, persistref \
            BLOB, reason TEXT NOT NULL, rowdata BLOB NOT NULL)
            """,
            """
            CREATE TABLE genp(rowid INTEGER PRIMARY KEY, acct BLOB NOT NULL, svce BLOB NOT NULL, agrp TEXT NOT NULL, sync \
            INTEGER NOT NULL, vwht BLOB NOT NULL, tkid BLOB NOT NULL, musr BLOB NOT NULL, ggrp BLOB NOT NULL, pdmn TEXT NOT \
            NULL, cdat REAL NOT NULL, mdat REAL NOT NULL, tomb INTEGER NOT NULL, labl BLOB, UUID BLOB, sha1 BLOB, sysb BLOB, \
            pcss BLOB, pcsk BLOB, pcsi BLOB, desc BLOB, icmt BLOB, crtr BLOB, type BLOB, scrp BLOB, alis BLOB, invi BLOB, \
            nega BLOB, cusi BLOB, prot BLOB, gena BLOB, persistref BLOB NOT NULL, meta BLOB NOT NULL, data BLOB, \
            UNIQUE(acct, svce, agrp, sync, vwht, tkid, musr, ggrp))
            """,
            "CREATE INDEX genp_svce ON genp(svce)",
            """
            CREATE TABLE inet(rowid INTEGER PRIMARY KEY, acct BLOB NOT NULL, sdmn BLOB NOT NULL, srvr BLOB NOT NULL, ptcl \
            BLOB NOT NULL, atyp BLOB NOT NULL, port BLOB NOT NULL, path BLOB NOT NULL, agrp TEXT NOT NULL, sync INTEGER NOT \
            NULL, vwht BLOB NOT NULL, tkid BLOB NOT NULL, musr BLOB NOT NULL, ggrp BLOB NOT NULL, pdmn TEXT NOT NULL, cdat \
            REAL NOT NULL, mdat REAL NOT NULL, tomb INTEGER NOT NULL, labl BLOB, UUID BLOB, sha1 BLOB, sysb BLOB, pcss BLOB, \
            pcsk BLOB, pcsi BLOB, desc BLOB, icmt BLOB, crtr BLOB, type BLOB, scrp BLOB, alis BLOB, invi BLOB, nega BLOB, \
            cusi BLOB, prot BLOB, persistref BLOB NOT NULL, meta BLOB NOT NULL, data BLOB, UNIQUE(acct, srvr, sdmn, ptcl, \
            atyp, port, path, agrp, sync, vwht, tkid, musr, ggrp))
            """,
            "CREATE INDEX inet_srvr ON inet(srvr)",
            """
            CREATE TABLE cert(rowid INTEGER PRIMARY KEY, issr BLOB NOT NULL, slnr BLOB NOT NULL, ctyp BLOB NOT NULL, agrp \
            TEXT NOT NULL, sync INTEGER NOT NULL, vwht BLOB NOT NULL, tkid BLOB NOT NULL, musr BLOB NOT NULL, ggrp BLOB NOT \
            NULL, pdmn TEXT NOT NULL, cdat REAL NOT NULL, mdat REAL NOT NULL, tomb INTEGER NOT NULL, labl BLOB, UUID BLOB, \
            sha1 BLOB, sysb BLOB, pcss BLOB, pcsk BLOB, pcsi BLOB, cenc BLOB, subj BLOB, skid BLOB, pkhh BLOB, alis BLOB, \
            persistref BLOB NOT NULL, meta BLOB NOT NULL, data BLOB, UNIQUE(issr, slnr, ctyp, agrp, sync, vwht, tkid, musr, \
            ggrp))
            """,
            "CREATE INDEX cert_slnr ON cert(slnr)",
            "CREATE INDEX cert_labl ON cert(labl) WHERE labl IS NOT NULL",
            "CREATE INDEX cert_subj ON cert(subj) WHERE subj IS NOT NULL",
            "CREATE INDEX cert_skid ON cert(skid) WHERE skid IS NOT NULL",
            "CREATE INDEX cert_pkhh ON cert(pkhh) WHERE pkhh IS NOT NULL",
            "CREATE INDEX cert_alis ON cert(alis) WHERE alis IS NOT NULL",
            """
            CREATE TABLE keys(rowid INTEGER PRIMARY KEY, klbl BLOB NOT NULL, atag BLOB NOT NULL, kcls BLOB NOT NULL, crtr \
            BLOB NOT NULL, type BLOB NOT NULL, bsiz BLOB NOT NULL, esiz BLOB NOT NULL, sdat BLOB NOT NULL, edat BLOB NOT \
            NULL, agrp TEXT NOT NULL, sync INTEGER NOT NULL, vwht BLOB NOT NULL, tkid BLOB NOT NULL, musr BLOB NOT NULL, \
            ggrp BLOB NOT NULL, pdmn TEXT NOT NULL, cdat REAL NOT NULL, mdat REAL NOT NULL, tomb INTEGER NOT NULL, labl \
            BLOB, UUID BLOB, sha1 BLOB, sysb BLOB, pcss BLOB, pcsk BLOB, pcsi BLOB, alis BLOB, perm BLOB, priv BLOB, modi \
            BLOB, sens BLOB, asen BLOB, extr BLOB, next BLOB, encr BLOB, decr BLOB, drve BLOB, sign BLOB, vrfy BLOB, wrap \
            BLOB, unwp BLOB, snrc BLOB, vyrc BLOB, persistref BLOB NOT NULL, meta BLOB NOT NULL, data BLOB, UNIQUE(klbl, \
            atag, kcls, crtr, type, bsiz, esiz, sdat, edat, agrp, sync, vwht, tkid, musr, ggrp))
            """,
            "CREATE INDEX keys_atag ON keys(atag)",
            "CREATE INDEX keys_labl ON keys(labl) WHERE labl IS NOT NULL",
            "CREATE INDEX keys_alis ON keys(alis) WHERE alis IS NOT NULL",
            """
            CREATE TABLE acls(persistref BLOB NOT NULL, appl BLOB NOT NULL, data BLOB NOT NULL, PRIMARY KEY(persistref, \
            appl)) WITHOUT ROWID
            """,
            "CREATE INDEX acls_appl ON acls(appl)",
            """
            CREATE TRIGGER genp_deleted AFTER DELETE ON genp BEGIN DELETE FROM acls WHERE persistref = old.persistref; END
            """,
            """
            CREATE TRIGGER genp_buried AFTER UPDATE OF tomb ON genp WHEN new.tomb = 1 BEGIN DELETE FROM acls WHERE \
            persistref = old.persistref; END
            """,
            """
            CREATE TRIGGER inet_deleted AFTER DELETE ON inet BEGIN DELETE FROM acls WHERE persistref = old.persistref; END
            """,
            """
            CREATE TRIGGER inet_buried AFTER UPDATE OF tomb ON inet WHEN new.tomb = 1 BEGIN DELETE FROM acls WHERE \
            persistref = old.persistref; END
            """,
            """
            CREATE TRIGGER cert_deleted AFTER DELETE ON cert BEGIN DELETE FROM acls WHERE persistref = old.persistref; END
            """,
            """
            CREATE TRIGGER cert_buried AFTER UPDATE OF tomb ON cert WHEN new.tomb = 1 BEGIN DELETE FROM acls WHERE \
            persistref = old.persistref; END
            """,
            """
            CREATE TRIGGER keys_deleted AFTER DELETE ON keys BEGIN DELETE FROM acls WHERE persistref = old.persistref; END
            """,
            """
            CREATE TRIGGER keys_buried AFTER UPDATE OF tomb ON keys WHEN new.tomb = 1 BEGIN DELETE FROM acls WHERE \
            persistref = old.persistref; END
            """,
        ],
        rows: [
            // The version of Apple's schema that the columns follow.
            "INSERT INTO tversion VALUES(12, 11)"
        ],
        // SQLite's own, for the numbers of rows in quarantine, which do not come again.
        alsoHas: ["CREATE TABLE sqlite_sequence(name,seq)"],
        mayHave: [DatabaseSchema.passwordTries, DatabaseSchema.locks])
}
