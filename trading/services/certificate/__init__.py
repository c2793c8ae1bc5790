"""The certificate of a development: what it rests on, in one page that anybody can recompute."""

from .issuing import certificate_of, find_certificate
from .proving import fault_of, newest_certificate
from .reading import CertificateError, read_certificate
from .verifying import CertificateVerification, verify_document

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
