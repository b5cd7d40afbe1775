"""As much of Flask as dist/projects/flask uses, for a build without a network.

`build/slow flask` runs the same program and the same tests with Flask itself.
"""

import json
import re
import types


class _Abort(Exception):
    pass


class _Globals(types.SimpleNamespace):
    def __contains__(self, name):
        return name in self.__dict__

    def pop(self, name, default):
        return self.__dict__.pop(name, default)


g = _Globals()
request = types.SimpleNamespace()


def jsonify(*values, **members):
    return json.dumps(values[0] if values else members)


def abort(status):
    raise _Abort(status)


class _Response:
    def __init__(self, made):
        self.text, self.status_code = made if isinstance(made, tuple) else (made, 200)

    def get_json(self):
        return json.loads(self.text)


class _Client:
    def __init__(self, app):
        self.get = self._method(app, "GET")
        self.post = self._method(app, "POST")
        self.delete = self._method(app, "DELETE")

    @staticmethod
    def _method(app, method):
        def ask(path, json=None, query_string=None):
            request.args = query_string or {}
            request.get_json = lambda: json
            return _Response(app.answer(method, path))

        return ask


class Flask:
    def __init__(self, name):
        self.config = {}
        self._routes = []
        self._handlers = []
        self._teardowns = []

    def _decorator(self, method, rule):
        pattern = re.compile(re.sub(r"<int:(\w+)>", r"(?P<\1>\\d+)", rule))
        return lambda view: self._routes.append((method, pattern, view)) or view

    def get(self, rule):
        return self._decorator("GET", rule)

    def post(self, rule):
        return self._decorator("POST", rule)

    def delete(self, rule):
        return self._decorator("DELETE", rule)

    def errorhandler(self, kind):
        return lambda view: self._handlers.append((kind, view)) or view

    def teardown_appcontext(self, function):
        self._teardowns.append(function)
        return function

    def test_client(self):
        return _Client(self)

    def answer(self, method, path):
        try:
            for expected, pattern, view in self._routes:
                match = pattern.fullmatch(path)
                if match and method == expected:
                    return view(**{name: int(text) for name, text in match.groupdict().items()})
            return "", 404
        except _Abort as end:
            return "", end.args[0]
        except Exception as error:
            for kind, view in self._handlers:
                if isinstance(error, kind):
                    return view(error)
            raise
        finally:
            for function in self._teardowns:
                function(None)
