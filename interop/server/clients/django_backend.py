"""Django's PostgreSQL backend: its schema editor, its ORM, its introspection and its migrations.

Prints a line for each step, which clients.py reads.
"""

import datetime
import decimal
import io
import sys
import uuid

import django
from django.conf import settings

settings.configure(
    DATABASES={"default": {"ENGINE": "django.db.backends.postgresql", "NAME": "shop",
                           "USER": "me", "HOST": sys.argv[1], "PORT": "5432"}},
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth",
                    "django.contrib.sessions"],
    USE_TZ=True, TIME_ZONE="UTC", DEFAULT_AUTO_FIELD="django.db.models.BigAutoField")
django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import IntegrityError, connection, models, transaction  # noqa: E402
from django.db.models import Avg, Case, Count, Exists, F, OuterRef, Sum, Value, When  # noqa: E402


class Author(models.Model):
    name = models.CharField(max_length=50)

    class Meta:
        app_label = "books"


class Book(models.Model):
    author = models.ForeignKey(Author, models.CASCADE)
    title = models.CharField(max_length=50, db_index=True)
    price = models.DecimalField(max_digits=8, decimal_places=2, null=True)
    ok = models.BooleanField(default=False)
    at = models.DateTimeField(auto_now_add=True)
    day = models.DateField(null=True)
    data = models.BinaryField(null=True)
    key = models.UUIDField(default=uuid.uuid4)
    j = models.JSONField(default=dict)

    class Meta:
        app_label = "books"


def step(name):
    def run(work):
        try:
            work()
            print("ok", name)
        except Exception as error:
            print(f"failed {name}: {type(error).__name__}: {error}".split("\n")[0])
    return run


def equal(found, wanted):
    assert found == wanted, f"{found} is not {wanted}"


with connection.cursor() as cursor:
    for table in ("books_book", "books_author"):
        cursor.execute(f"DROP TABLE IF EXISTS {table}")


@step("create tables")
def _():
    with connection.schema_editor() as editor:
        editor.create_model(Author)
        editor.create_model(Book)


@step("insert")
def _():
    first = Author.objects.create(name="a")
    equal(first.id, 1)
    other = Author.objects.create(name="b")
    Book.objects.create(author=first, title="t", price=decimal.Decimal("1.50"), ok=True,
                        day=datetime.date(2026, 1, 2), data=b"\0\1", j={"k": [1]})
    Book.objects.bulk_create([Book(author=other, title=f"n{i}", price=i) for i in range(5)])
    equal(Book.objects.count(), 6)


@step("values")
def _():
    book = Book.objects.get(title="t")
    equal((book.price, book.ok, book.day, bytes(book.data), book.j),
          (decimal.Decimal("1.5"), True, datetime.date(2026, 1, 2), b"\0\1", {"k": [1]}))
    assert isinstance(book.at, datetime.datetime) and isinstance(book.key, uuid.UUID)


LOOKUPS = {
    "price__gt": (2, 2), "title__icontains": ("N1", 1), "title__contains": ("n1", 1),
    "title__istartswith": ("N", 5), "title__iexact": ("T", 1), "title__regex": ("^n[12]$", 2),
    "title__iregex": ("^N[12]$", 2), "id__in": ([1, 2], 2), "day__isnull": (True, 5),
    "day__year": (2026, 1), "day__month": (1, 1), "ok": (True, 1), "j__k": ([1], 1),
    "at__date": (datetime.datetime.now(datetime.timezone.utc).date(), 6), "data": (b"\0\1", 1)}
for lookup, (value, count) in LOOKUPS.items():
    step("lookup " + lookup)(lambda: equal(Book.objects.filter(**{lookup: value}).count(), count))


@step("aggregates")
def _():
    found = Book.objects.aggregate(Count("id"), Sum("price"), Avg("price"))
    equal((found["id__count"], found["price__sum"]), (6, decimal.Decimal("11.5")))


@step("joins and subqueries")
def _():
    equal(Book.objects.select_related("author").get(title="t").author.name, "a")
    inner = Book.objects.filter(author=OuterRef("pk"), ok=True)
    equal(Author.objects.filter(Exists(inner)).count(), 1)
    kinds = Book.objects.order_by("id").annotate(
        kind=Case(When(ok=True, then=Value("y")), default=Value("n")))
    equal(list(kinds.values_list("kind", flat=True)[:2]), ["y", "n"])


@step("updates")
def _():
    equal(Book.objects.filter(title="t").update(price=F("price") + 1), 1)
    equal(Author.objects.update_or_create(name="b", defaults={"name": "c"})[1], False)
    equal(Book.objects.bulk_update(list(Book.objects.all()[:2]), ["title"]), 2)


@step("union, offset, distinct, iterator")
def _():
    equal(Book.objects.filter(id=1).union(Book.objects.filter(id=2)).count(), 2)
    equal(list(Author.objects.order_by("id")[1:].values_list("name", flat=True)), ["c"])
    equal(Book.objects.values("author").distinct().count(), 2)
    equal(len(list(Book.objects.iterator(chunk_size=2))), 6)


@step("dates")
def _():
    equal(list(Book.objects.filter(day__isnull=False).dates("day", "month")),
          [datetime.date(2026, 1, 1)])


@step("transactions")
def _():
    try:
        with transaction.atomic():
            Author.objects.create(name="z")
            with transaction.atomic():
                Author.objects.create(name="y")
            raise ValueError
    except ValueError:
        equal(Author.objects.filter(name__in=["y", "z"]).count(), 0)
    with transaction.atomic():
        equal(len(Author.objects.select_for_update()), 2)


@step("integrity")
def _():
    try:
        with transaction.atomic():
            Author.objects.create(id=1, name="twice")
        raise AssertionError
    except IntegrityError:
        pass


@step("introspection")
def _():
    look = connection.introspection
    with connection.cursor() as cursor:
        assert {"books_author", "books_book"} <= set(look.table_names(cursor))
        equal(look.get_relations(cursor, "books_book"), {"author_id": ("id", "books_author")})
        equal(look.get_primary_key_column(cursor, "books_book"), "id")
        keys = look.get_constraints(cursor, "books_book").values()
        assert ["title"] in [key["columns"] for key in keys]
    call_command("inspectdb", "books_author", stdout=io.StringIO())


@step("alter tables")
def _():
    field = models.IntegerField(null=True)
    field.set_attributes_from_name("extra")
    with connection.schema_editor() as editor:
        editor.add_field(Book, field)
    with connection.schema_editor() as editor:
        editor.remove_field(Book, field)


@step("migrate")
def _():
    call_command("migrate", verbosity=0)


@step("users")
def _():
    from django.contrib.auth.models import User
    User.objects.filter(username="u").delete()
    assert User.objects.create_user("u", password="p").check_password("p")
