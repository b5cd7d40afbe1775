# Arguments, names, variables and folders of all kinds.
show='import os, sys; print(sys.argv, [os.fsencode(a) for a in sys.argv], sorted(k for k in os.environ if "ODD" in k), os.environ.get("ODD"), os.environb.get(b"ODD") if hasattr(os, "environb") else 0)'
call() {
    "$SQLVM" python -c "$show" "$@" 2>&1; echo $?
    "$SQLVM" js -e 'console.log(process.argv.slice(1), process.env.ODD)' "$@" 2>&1; echo $?
    "$SQLVM" :memory: "SELECT '$1', hex('$1')" 2>&1; echo $?
}
call größe 'a b' '' $'line\nend' '-x' '--' "quote\"'s" 2>&1
call $'\xff\xfe no UTF-8' 2>&1
call $'half \xe2\x82' 2>&1
call '😀'
ODD= call empty
ODD='größe = 1' call value
ODD=$'\xff' call bytes
env -i "SQLVM=$SQLVM" SQLVM_WARM="$SQLVM_WARM" SQLVM_BUILD=never "$SQLVM" :memory: 'SELECT 1' 2>&1
mkdir -p größe $'odd\xff' 'a b'
for folder in größe 'a b' $'odd\xff'; do
    (
        cd "$folder" || exit
        "$SQLVM" x.db 'CREATE TABLE t(a); INSERT INTO t VALUES (1)' 'SELECT * FROM t' .databases 2>&1 | cat -v
        "$SQLVM" python -c 'import os, sqlvm
print(os.getcwdb(), os.listdir(b"."), sqlvm.connect("x.db").execute("SELECT * FROM t").fetchall())' 2>&1 | cat -v
        "$SQLVM" js -e 'console.log(require("fs").readdirSync("."))' 2>&1 | cat -v
        ls
    )
done
mkdir gone
(cd gone && rmdir ../gone && "$SQLVM" :memory: 'SELECT 1' 2>&1; echo $?)
mkdir closed
ln -s 'a b' link
(cd link && "$SQLVM" python -c 'import os; print(os.getcwd(), os.environ["PWD"])' && "$SQLVM" :memory: '.shell pwd')
(ulimit -n 200; "$SQLVM" :memory: '.shell ulimit -n')
(umask 077; "$SQLVM" new.db 'CREATE TABLE t(a)'; stat -c %a new.db)
(TZ=Asia/Tokyo "$SQLVM" :memory: "SELECT datetime(0, 'unixepoch', 'localtime')")
TZ=Asia/Tokyo "$SQLVM" python -c 'import time; print(time.localtime(0).tm_hour)'
nice -n 3 "$SQLVM" :memory: '.shell nice'
SQLVM_JAVA_OPTIONS=-Xss4m "$SQLVM" :memory: 'SELECT 1'
