"""Many rows into a table at once, as fast as each engine takes them.

Owns: the one place that knows how. Never does: know what the rows mean, or open a transaction.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from django.db import connection, models

CHUNK = 50_000


def replace_rows(model: type[models.Model], fields: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Write `rows` in the order of `fields`, the primary key first; rows with these keys are replaced.

    Names come from the model, never from outside. Values must be what the database's driver takes as they are.
    """
    columns = [_column(model, name) for name in fields]
    quote = connection.ops.quote_name
    table, names = quote(model._meta.db_table), ", ".join(quote(column) for column in columns)
    write = _copy if connection.vendor == "postgresql" else _insert
    for chunk in _chunks(rows):
        write(table, names, quote(columns[0]), chunk)


def _insert(table: str, names: str, key: str, rows: list[Sequence[Any]]) -> None:
    places = ", ".join(["%s"] * len(rows[0]))
    with connection.cursor() as cursor:
        cursor.executemany(f"INSERT OR REPLACE INTO {table} ({names}) VALUES ({places})", rows)  # noqa: S608


def _copy(table: str, names: str, key: str, rows: list[Sequence[Any]]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {table} WHERE {key} = ANY(%s)", [[row[0] for row in rows]])  # noqa: S608
        with cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)


def _chunks(rows: Iterable[Sequence[Any]]) -> Iterator[list[Sequence[Any]]]:
    source = iter(rows)
    while chunk := list(islice(source, CHUNK)):
        yield chunk


def _column(model: type[models.Model], name: str) -> str:
    field = model._meta.get_field(name)
    if not isinstance(field, models.Field):
        raise TypeError(f"{name} is no column of {model.__name__}")
    return str(field.column)
