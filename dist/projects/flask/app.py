"""A small API over the file parts.db, in Flask.

    pip install --target packages flask
    PYTHONPATH=packages sqlvm python app.py
    curl http://localhost:5000/parts
"""

import sqlvm
from flask import Flask, abort, g, jsonify, request

SCHEMA = """
CREATE TABLE IF NOT EXISTS parts(
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  price REAL NOT NULL CHECK (price >= 0),
  stock INTEGER NOT NULL DEFAULT 0 CHECK (stock >= 0))
"""

app = Flask(__name__)
app.config["DATABASE"] = "parts.db"


def database():
    """The connection of this request: a connection belongs to the thread that has opened it."""
    if "database" not in g:
        g.database = sqlvm.connect(app.config["DATABASE"])
        g.database.row_factory = sqlvm.Row
        g.database.execute(SCHEMA)
    return g.database


@app.teardown_appcontext
def close(_error):
    connection = g.pop("database", None)
    if connection is not None:
        connection.close()


@app.errorhandler(sqlvm.IntegrityError)
def refused(error):
    return jsonify(error=str(error)), 409


def part(number):
    row = database().execute("SELECT * FROM parts WHERE id = ?", (number,)).fetchone()
    if row is None:
        abort(404)
    return dict(row)


@app.get("/parts")
def parts():
    query = "SELECT * FROM parts WHERE name LIKE '%' || ? || '%' ORDER BY name"
    rows = database().execute(query, (request.args.get("name", ""),))
    return jsonify([dict(row) for row in rows])


@app.post("/parts")
def add():
    new = request.get_json()
    with database() as connection:
        made = connection.execute(
            "INSERT INTO parts(name, price, stock) VALUES (:name, :price, :stock)",
            {"stock": 0, **new},
        )
    return jsonify(part(made.lastrowid)), 201


@app.get("/parts/<int:number>")
def one(number):
    return jsonify(part(number))


@app.post("/parts/<int:number>/take")
def take(number):
    """Takes some of the stock, or none if there is not enough."""
    with database() as connection:
        connection.execute(
            "UPDATE parts SET stock = stock - ? WHERE id = ?", (request.get_json()["count"], number)
        )
    return jsonify(part(number))


@app.delete("/parts/<int:number>")
def delete(number):
    part(number)
    with database() as connection:
        connection.execute("DELETE FROM parts WHERE id = ?", (number,))
    return "", 204


if __name__ == "__main__":
    app.run()
