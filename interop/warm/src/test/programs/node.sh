# The programs that print what Node prints, see ProgramTest.
programs=$(cd "$(dirname "$0")/../../../../javascript/src/test/resources/org/sqlvm/javascript/programs" && pwd)
for program in "$programs"/*.js "$programs"/resolution/main.*js; do
    printf '== %s\n' "${program##*/}"
    "$SQLVM" js "$program" >out
    printf 'exit code %d\n' $?
    cat out
    cmp out "$program.out"
done
