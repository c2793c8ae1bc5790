"""The certificate of a development: what it rests on, on one page that anybody can recompute."""

from trading.services.certificate.issue import certificate_of, find_certificate
from trading.services.certificate.verification import (
    CertificateError,
    CertificateVerification,
    fault_of,
    newest_certificate,
    read_certificate,
    verify_document,
)

__all__ = [
    "CertificateError",
    "CertificateVerification",
    "certificate_of",
    "fault_of",
    "find_certificate",
    "newest_certificate",
    "read_certificate",
    "verify_document",
]
