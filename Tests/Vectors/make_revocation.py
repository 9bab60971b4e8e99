#!/usr/bin/env python3
# Makes revocation.json anew with the package cryptography: certificates, lists of revoked ones and OCSP responses, good
# and bad. The private keys are not kept.
# SPDX-License-Identifier: Apache-2.0
# usage: Tests/Vectors/make_revocation.py
import base64
import datetime
import json
import pathlib

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509 import ocsp
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID, ObjectIdentifier

HERE = pathlib.Path(__file__).resolve().parent
# For this time everything is evaluated.
NOW = datetime.datetime(2026, 6, 1, tzinfo=datetime.timezone.utc)
DAY = datetime.timedelta(days=1)
certificates, lists, responses = {}, {}, {}
KEYS = {}
NEVER_ASKED = x509.OCSPNoCheck()
ANSWERS = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.OCSP_SIGNING])


def usage(**bits):
    names = ("digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement",
             "key_cert_sign", "crl_sign", "encipher_only", "decipher_only")
    return x509.KeyUsage(**{name: bits.get(name, False) for name in names})


def subject(text):
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def certify(name, issuer, serial, *extensions, authority=False, end=NOW + 365 * DAY, text=None):
    KEYS[name] = ec.generate_private_key(ec.SECP256R1())
    names = subject(text or name), certificates[issuer].subject if issuer != name else subject(text or name)
    builder = (x509.CertificateBuilder().subject_name(names[0]).issuer_name(names[1]).serial_number(serial)
               .public_key(KEYS[name].public_key()).not_valid_before(NOW - 365 * DAY).not_valid_after(end)
               .add_extension(x509.BasicConstraints(authority, None), critical=True))
    if authority:
        builder = builder.add_extension(usage(key_cert_sign=True, crl_sign=True), critical=True)
    for extension in extensions:
        builder = builder.add_extension(extension, critical=isinstance(extension, x509.KeyUsage))
    certificates[name] = builder.sign(KEYS[issuer], hashes.SHA256())


def lists_of(name, issuer, entries=(), key=None, this=NOW - DAY, end=NOW + DAY, number=1, base=None, extra=(), names=None):
    builder = (x509.CertificateRevocationListBuilder().issuer_name(names or certificates[issuer].subject)
               .last_update(this).next_update(end).add_extension(x509.CRLNumber(number), critical=False))
    if base is not None:
        builder = builder.add_extension(x509.DeltaCRLIndicator(base), critical=True)
    for extension in extra:
        builder = builder.add_extension(extension, critical=True)
    for serial, reason in entries:
        entry = x509.RevokedCertificateBuilder().serial_number(serial).revocation_date(this)
        if reason:
            entry = entry.add_extension(x509.CRLReason(reason), critical=False)
        builder = builder.add_revoked_certificate(entry.build())
    lists[name] = builder.sign(KEYS[key or issuer], hashes.SHA256()).public_bytes(serialization.Encoding.DER)


def answer(name, about="leaf", issuer="authority", signer=None, with_certificate=True, status=ocsp.OCSPCertStatus.GOOD,
           reason=None, this=NOW - DAY, end=NOW + DAY, hash=hashes.SHA1(), by_key=False, extra=None):
    signer = signer or issuer
    revoked = status is ocsp.OCSPCertStatus.REVOKED
    encoding = ocsp.OCSPResponderEncoding.HASH if by_key else ocsp.OCSPResponderEncoding.NAME
    builder = (ocsp.OCSPResponseBuilder()
               .add_response(cert=certificates[about], issuer=certificates[issuer], algorithm=hash, cert_status=status,
                             this_update=this, next_update=end, revocation_time=this if revoked else None,
                             revocation_reason=reason)
               .responder_id(encoding, certificates[signer]))
    if signer != issuer and with_certificate:
        builder = builder.certificates([certificates[signer]])
    if extra:
        builder = builder.add_extension(extra, critical=True)
    responses[name] = builder.sign(KEYS[signer], hashes.SHA256()).public_bytes(serialization.Encoding.DER)


REVOKED, UNKNOWN = ocsp.OCSPCertStatus.REVOKED, ocsp.OCSPCertStatus.UNKNOWN
COMPROMISE, HOLD = x509.ReasonFlags.key_compromise, x509.ReasonFlags.certificate_hold
STRANGE = x509.UnrecognizedExtension(ObjectIdentifier("1.3.6.1.4.1.99999.1"), b"\x05\x00")

certify("root", "root", 1, authority=True)
certify("authority", "root", 2, authority=True)
certify("other", "root", 3, authority=True)
certify("list-signer", "root", 4, usage(crl_sign=True), text="authority")
# Of the same name, and nobody trusts it.
certify("stranger", "stranger", 5, authority=True, text="authority")
certify("leaf", "authority", 100)
certify("neighbour", "authority", 101)
certify("responder", "authority", 102, ANSWERS, NEVER_ASKED)
certify("careless-responder", "authority", 103, NEVER_ASKED)
certify("expired-responder", "authority", 104, ANSWERS, NEVER_ASKED, end=NOW - 10 * DAY)
certify("asked-responder", "authority", 105, ANSWERS)
certify("foreign-responder", "other", 106, ANSWERS, NEVER_ASKED)
certify("never-asked", "authority", 107, ANSWERS, NEVER_ASKED)

lists_of("root", "root")
lists_of("root-revoking", "root", [(2, COMPROMISE)])
lists_of("root-revoking-signer", "root", [(4, COMPROMISE)])
lists_of("empty", "authority")
lists_of("revoking", "authority", [(7, None), (100, COMPROMISE)])
lists_of("holding", "authority", [(100, HOLD)], number=5)
lists_of("held-no-more", "authority", number=6)
lists_of("releasing", "authority", [(100, x509.ReasonFlags.remove_from_crl)], number=6, base=5)
lists_of("adding", "authority", [(100, COMPROMISE)], number=6, base=1)
lists_of("old", "authority", this=NOW - 9 * DAY, end=NOW - 8 * DAY)
lists_of("old-revoking", "authority", [(100, COMPROMISE)], this=NOW - 9 * DAY, end=NOW - 8 * DAY)
lists_of("old-holding", "authority", [(100, HOLD)], this=NOW - 9 * DAY, end=NOW - 8 * DAY)
lists_of("early", "authority", this=NOW + DAY, end=NOW + 2 * DAY)
lists_of("forged", "authority", [(100, COMPROMISE)], key="stranger")
lists_of("forged-empty", "authority", key="stranger")
lists_of("strange", "authority", [(100, COMPROMISE)], extra=[STRANGE])
lists_of("by-signer", "authority", key="list-signer")
lists_of("revoking-by-signer", "authority", [(100, COMPROMISE)], key="list-signer")
lists_of("revoking-responder", "authority", [(105, COMPROMISE)])

answer("authority-good", about="authority", issuer="root")
answer("good")
answer("good-sha256", hash=hashes.SHA256())
answer("revoked", status=REVOKED, reason=COMPROMISE)
answer("revoked-without-reason", status=REVOKED)
answer("held", status=REVOKED, reason=HOLD)
answer("unknown", status=UNKNOWN)
answer("old", this=NOW - 9 * DAY, end=NOW - 8 * DAY)
answer("old-revoked", status=REVOKED, reason=COMPROMISE, this=NOW - 9 * DAY, end=NOW - 8 * DAY)
answer("old-held", status=REVOKED, reason=HOLD, this=NOW - 9 * DAY, end=NOW - 8 * DAY)
answer("early", this=NOW + DAY, end=NOW + 2 * DAY)
answer("open", this=NOW - DAY / 2, end=None)
answer("open-old", this=NOW - 2 * DAY, end=None)
answer("of-neighbour", about="neighbour")
answer("of-neighbour-revoked", about="neighbour", status=REVOKED)
answer("by-key", by_key=True)
answer("by-responder", signer="responder")
answer("by-responder-key", signer="responder", by_key=True)
answer("revoked-by-responder", signer="responder", status=REVOKED, reason=COMPROMISE)
answer("by-absent-responder", signer="responder", with_certificate=False)
answer("by-careless-responder", signer="careless-responder")
answer("by-expired-responder", signer="expired-responder")
answer("by-asked-responder", signer="asked-responder")
answer("vouching", about="asked-responder", signer="asked-responder")
answer("by-foreign-responder", signer="foreign-responder")
answer("by-root", signer="root")
answer("by-neighbour", signer="neighbour")
answer("revoked-by-neighbour", signer="neighbour", status=REVOKED)
answer("forged", signer="stranger")
answer("forged-revoked", signer="stranger", with_certificate=False, status=REVOKED)
answer("strange", extra=STRANGE)
responses["try-later"] = ocsp.OCSPResponseBuilder.build_unsuccessful(ocsp.OCSPResponseStatus.TRY_LATER).public_bytes(
    serialization.Encoding.DER)


def text(values):
    return {name: base64.b64encode(value).decode() for name, value in sorted(values.items())}


encoded = {name: value.public_bytes(serialization.Encoding.DER) for name, value in certificates.items()}
suite = {"certificates": text(encoded), "lists": text(lists), "responses": text(responses)}
(HERE / "revocation.json").write_text(json.dumps(suite, indent=0) + "\n")
