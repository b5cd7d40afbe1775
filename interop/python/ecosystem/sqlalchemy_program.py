"""SQLAlchemy's core and ORM on its own dialect for SQLite."""

import os
import sys
import tempfile

sys.path.insert(0, sys.argv[1])

import sqlvm

sqlvm.install_as_sqlite3()

from sqlalchemy import (Column, ForeignKey, Integer, MetaData, String, Table, create_engine, event,
                        func, insert, inspect, select, text)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship


class Base(DeclarativeBase):
    pass


class Supplier(Base):
    __tablename__ = "supplier"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(30), unique=True)
    parts: Mapped[list["Part"]] = relationship(back_populates="supplier",
                                               cascade="all, delete-orphan")


class Part(Base):
    __tablename__ = "part"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    price: Mapped[float]
    supplier_id: Mapped[int] = mapped_column(ForeignKey("supplier.id"))
    supplier: Mapped[Supplier] = relationship(back_populates="parts")


def core(engine):
    metadata = MetaData()
    numbers = Table("numbers", metadata, Column("id", Integer, primary_key=True),
                    Column("word", String))
    metadata.create_all(engine)
    with engine.begin() as connection:
        made = connection.execute(insert(numbers).values(word="one"))
        assert made.inserted_primary_key == (1,), made.inserted_primary_key
        connection.execute(insert(numbers), [{"word": "two"}, {"word": "three"}])
        given = connection.execute(
            insert(numbers).values(word="four").returning(numbers.c.id, numbers.c.word)).one()
        assert tuple(given) == (4, "four"), given
    with engine.connect() as connection:
        words = connection.execute(
            select(numbers.c.word).where(numbers.c.id > 1).order_by(numbers.c.id)).scalars().all()
        assert words == ["two", "three", "four"], words
        assert connection.execute(text("SELECT count(*) FROM numbers")).scalar() == 4
        assert connection.execute(select(func.max(numbers.c.id))).scalar_one() == 4
    try:
        with engine.begin() as connection:
            connection.execute(insert(numbers).values(word="five"))
            raise KeyError
    except KeyError:
        pass
    with engine.connect() as connection:
        assert connection.execute(select(func.count()).select_from(numbers)).scalar() == 4
    columns = [(c["name"], str(c["type"])) for c in inspect(engine).get_columns("numbers")]
    assert columns == [("id", "INTEGER"), ("word", "VARCHAR")], columns


def orm(engine):
    Base.metadata.create_all(engine)
    with Session(engine) as session:
        session.add_all([
            Supplier(name="ACME", parts=[Part(name="bolt", price=0.25),
                                         Part(name="nut", price=0.125)]),
            Supplier(name="Ωmega", parts=[Part(name="washer", price=0.0625)]),
        ])
        session.commit()
    with Session(engine) as session:
        total = session.execute(
            select(Supplier.name, func.sum(Part.price)).join(Supplier.parts)
            .group_by(Supplier.name).order_by(Supplier.name)).all()
        assert [tuple(row) for row in total] == [("ACME", 0.375), ("Ωmega", 0.0625)], total
        acme = session.scalars(select(Supplier).where(Supplier.name == "ACME")).one()
        assert sorted(part.name for part in acme.parts) == ["bolt", "nut"]
        acme.parts[0].price = 1.5
        session.delete(session.scalars(select(Supplier).where(Supplier.name != "ACME")).one())
        session.commit()
        assert session.scalar(select(func.count()).select_from(Part)) == 2
        session.add(Supplier(name="ACME"))
        try:
            session.commit()
            raise AssertionError("two suppliers of one name")
        except IntegrityError as error:
            session.rollback()
            assert error.orig.sqlite_errorname == "SQLITE_CONSTRAINT_UNIQUE"
        with session.begin_nested():
            session.add(Supplier(name="third"))
        session.commit()
        assert session.scalar(select(func.count()).select_from(Supplier)) == 2


file = os.path.join(tempfile.mkdtemp(), "alchemy.db")
for url in "sqlite://", "sqlite:///" + file:
    engine = create_engine(url)

    @event.listens_for(engine, "connect")
    def keep_foreign_keys(connection, record):
        connection.execute("PRAGMA foreign_keys = ON")

    core(engine)
    orm(engine)
    engine.dispose()
