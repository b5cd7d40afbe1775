# CPython's own tests of sqlite3, see interop/python/conformance; SUITE is the folder of its tests,
# PARTS names some of its files.
home=$(getent passwd "$(id -u)" | cut -d: -f6)
for suite in "${SUITE:-}" "$home"/.pyenv/versions/3.12*/lib/python3.12/test /usr/lib/python3.12/test \
    /usr/local/lib/python3.12/test; do
    [[ ! -d $suite/test_sqlite3 ]] || break
done
program=$(cd "$(dirname "$0")/../../../../python/conformance" && pwd)/run.py
for file in ${PARTS:-backup cli dbapi dump factory hooks regression transactions types userfunctions}; do
    "$SQLVM" python "$program" --suite "$suite" --verbose "test_$file" 2>&1
    printf 'exit code %d\n' $?
done
