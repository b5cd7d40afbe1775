"""Django's models, queries and transactions on its own backend for SQLite."""

import os
import sys
import tempfile
import types

sys.path.insert(0, sys.argv[1])

import sqlvm

sqlvm.install_as_sqlite3()

import django
from django.conf import settings

folder = tempfile.mkdtemp()
books = sys.modules["books"] = types.ModuleType("books")
books.__path__ = [folder]
settings.configure(
    INSTALLED_APPS=["books"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3",
                           "NAME": os.path.join(folder, "django.db")}},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    TIME_ZONE="UTC",
    USE_TZ=True,
)
django.setup()

import datetime
import decimal

from django.db import IntegrityError, connection, models, transaction
from django.db.models import Avg, Count, F, Q
from django.db.models.functions import Lower, TruncMonth


class Author(models.Model):
    name = models.CharField(max_length=40, unique=True)

    class Meta:
        app_label = "books"


class Book(models.Model):
    title = models.CharField(max_length=40)
    author = models.ForeignKey(Author, models.CASCADE, related_name="books")
    price = models.DecimalField(max_digits=6, decimal_places=2)
    printed = models.DateTimeField()
    tags = models.JSONField(default=list)

    class Meta:
        app_label = "books"


with connection.schema_editor() as editor:
    editor.create_model(Author)
    editor.create_model(Book)

day = datetime.datetime(2024, 5, 17, 12, 30, tzinfo=datetime.timezone.utc)
one = Author.objects.create(name="Ödön")
two = Author.objects.create(name="Ann")
Book.objects.bulk_create([
    Book(title="First", author=one, price=decimal.Decimal("10.50"), printed=day, tags=["a", "b"]),
    Book(title="Second", author=one, price=decimal.Decimal("20.00"), printed=day),
    Book(title="third", author=two, price=decimal.Decimal("5.25"),
         printed=day + datetime.timedelta(days=40), tags=["a"]),
])

assert Book.objects.get(title="First").price == decimal.Decimal("10.50")
assert Book.objects.get(title="First").printed == day
assert Book.objects.get(title="First").tags == ["a", "b"]
counts = Author.objects.annotate(n=Count("books")).order_by("name").values_list("name", "n")
assert list(counts) == [("Ann", 1), ("Ödön", 2)], list(counts)
# Functions that Django itself registers in Python.
months = Book.objects.annotate(m=TruncMonth("printed")).values_list("m", flat=True).distinct()
assert sorted(month.month for month in months) == [5, 6], list(months)
assert list(Book.objects.filter(title__regex="^[A-Z]").values_list("title", flat=True)) == [
    "First", "Second"]
assert list(Book.objects.order_by(Lower("title")).values_list("title", flat=True)) == [
    "First", "Second", "third"]
assert Book.objects.aggregate(x=Avg("price"))["x"] == decimal.Decimal("35.75") / 3 or abs(
    float(Book.objects.aggregate(x=Avg("price"))["x"]) - 11.9166) < 0.001
assert Book.objects.filter(Q(author__name="Ann") | Q(price__gt=15)).count() == 2
assert Book.objects.filter(tags__contains="b").count() if connection.features.\
    supports_json_field_contains else True
assert Book.objects.update(price=F("price") * 2) == 3
try:
    with transaction.atomic():
        Author.objects.create(name="lost")
        with transaction.atomic():
            Author.objects.create(name="Ann")
except IntegrityError:
    pass
assert Author.objects.count() == 2
two.delete()
assert Book.objects.count() == 2
