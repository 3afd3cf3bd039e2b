"""CSV for spreadsheets: the tables of a sheet, each under its heading, UTF-8 with a byte order mark."""

from __future__ import annotations

import csv
import io

from meikyu.convert.document import Document

MARK = "\ufeff"
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def _safe(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula; numbers stay numbers."""
    if cell.startswith(FORMULA):
        try:
            float(cell)
        except ValueError:
            return f"'{cell}"
    return cell


def text(document: Document) -> str:
    """The tables of the sheet as CSV (RFC 4180: commas, CRLF)."""
    out = io.StringIO()
    writer = csv.writer(out)
    for part in document.parts:
        if not part.heads:
            continue
        writer.writerow([_safe(part.title)])
        writer.writerow(part.heads)
        writer.writerows([_safe(cell) for cell in row] for row in part.rows)
        writer.writerow([])
    writer.writerow([document.attribution])
    return MARK + out.getvalue()
