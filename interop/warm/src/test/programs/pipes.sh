# Pipes, files and closed streams.
rows='WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 200000) SELECT n FROM c'
"$SQLVM" :memory: "$rows" | head -2; echo "${PIPESTATUS[@]}"
"$SQLVM" :memory: "$rows" 2>&1 | sha256sum
"$SQLVM" js -e 'for (let i = 0; i < 100000; i++) console.log(i)' 2>errors | head -2; echo "${PIPESTATUS[@]}"; cat errors
for words in ':memory: SELECT·1' 'python -c print(1)' 'js -e console.log(1)'; do
    IFS=' ' read -ra call <<<"$words"
    call=("${call[@]//·/ }")
    printf '== %s\n' "$words"
    # In Python an error there, docs/guides/warm.md.
    [[ $words == python* ]] || { "$SQLVM" "${call[@]}" >/dev/full; echo "full $?"; }
    "$SQLVM" "${call[@]}" >&-; echo "closed output $?"
    "$SQLVM" "${call[@]}" <&-; echo "closed input $?"
    "$SQLVM" "${call[@]}" 2>&-; echo "closed errors $?"
    "$SQLVM" "${call[@]}" >both 2>&1; echo "file $?"
    "$SQLVM" "${call[@]}" >>both; "$SQLVM" "${call[@]}" 1<>both; cat both
    "$SQLVM" "${call[@]}" </no/such/file; echo "no file $?"
    echo "$("$SQLVM" "${call[@]}" </dev/zero)" "$?"
done
here=$(cd "$(dirname "$0")" && pwd)
printf 'one\ntwo\nthree\nfour' | "$SQLVM" python "$here/streams.py" 2>errors | cat
cat errors
printf 'SELECT 1;\nSELECT 2;\n' | "$SQLVM"
printf 'SELECT 2;\n.shell cat\nSELECT 3;\n' >script.sql
"$SQLVM" :memory: <script.sql
"$SQLVM" :memory: <<<$'.output /dev/stderr\nSELECT 4;\n.output /dev/stdout\nSELECT 5;' 2>&1 | cat
printf 'SELECT 3;\n.shell cat\nSELECT 4;\n' | "$SQLVM" :memory:
{ "$SQLVM" python -c 'import sys; print(sys.stdin.readline())'; echo "rest: $(cat)"; } <<<$'one\ntwo\nthree'
{ "$SQLVM" python -c 'import os; print(os.read(0, 4))'; echo "rest: $(cat)"; } <<<$'one\ntwo\nthree'
"$SQLVM" python - a b <<<'import sys; print(sys.argv)'
echo 'print("no script, but a pipe")' | "$SQLVM" python /dev/stdin
"$SQLVM" python <(echo 'print("process substitution")'); echo $?
"$SQLVM" python -c 'import os; print(os.read(5, 9))' 5<<<'fifth'; echo $?
"$SQLVM" python -c 'import os; os.write(6, b"sixth\n")' 6>sixth; echo $?; cat sixth
"$SQLVM" :memory: '.read /dev/stdin' <<<'SELECT 5;'
"$SQLVM" :memory: ".output /dev/stderr" 'SELECT 6' '.output /dev/stdout' 'SELECT 7' 2>&1 | cat
"$SQLVM" :memory: '.once |cat -n' 'SELECT 8'; echo $?
"$SQLVM" :memory: '.import /dev/stdin t --csv' 'SELECT * FROM t' <<<$'a,b\n1,2'
"$SQLVM" /dev/fd/3 .tables 3<>empty.db; echo $?
x=$("$SQLVM" :memory: 'SELECT 9' & wait); echo "$x"
"$SQLVM" :memory: 'SELECT 10' & wait $!; echo $?
(trap '' PIPE; "$SQLVM" :memory: "$rows" 2>errors | head -1; echo "${PIPESTATUS[@]}"; cat errors)
nohup "$SQLVM" :memory: 'SELECT 11' 2>/dev/null; echo $?
timeout 1 "$SQLVM" :memory: 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c'; echo $?
timeout -s INT 10 "$SQLVM" python -c 'while True: pass' 2>&1 | tail -1; echo "${PIPESTATUS[0]}"
