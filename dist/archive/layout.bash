# Makes the folder of an installed sqlvm: for ./sqlvm out of links to what is built, and for the
# archive out of copies. To be read by a script that has set root, the folder of the clone, and that
# has the functions of bin/sqlvm.
# shellcheck shell=bash disable=SC2154 # root, jdk and graalvm are the caller's.

# What is where: in the folder, and in the clone.
layout_parts=(
    lib/sqlvm-engine.jar=engine/target/sqlvm-engine.jar
    lib/sqlvm-language.jar=language/target/sqlvm-language.jar
    lib/sqlvm-java.jar=interop/java/target/sqlvm-java.jar
    lib/sqlvm-jdbc.jar=interop/jdbc/target/sqlvm-jdbc.jar
    lib/sqlvm-client.jar=interop/client/target/sqlvm-client.jar
    lib/sqlvm-server.jar=interop/server/target/sqlvm-server.jar
    lib/sqlvm-dbus.jar=interop/dbus/target/sqlvm-dbus.jar
    lib/sqlvm-console.jar=interop/console/target/sqlvm-console.jar
    lib/sqlvm-parquet.jar=interop/parquet/target/sqlvm-parquet.jar
    lib/sqlvm-arrow.jar=interop/arrow/target/sqlvm-arrow.jar
    lib/sqlvm-warm.jar=interop/warm/target/sqlvm-warm.jar
    lib/sqlvm-shell.jar=interop/shell/target/sqlvm-shell.jar
    lib/sqlvm-python.jar=interop/python/target/sqlvm-python.jar
    lib/sqlvm-javascript.jar=interop/javascript/target/sqlvm-javascript.jar
    lib/sqlvm-tpch.jar=tpch/target/sqlvm-tpch.jar
    lib/sqlvm-bench.jar=bench/target/sqlvm-bench.jar
    lib/compiler=language/target/runtime/upgrade
    lib/modules=language/target/runtime/modules
    lib/shell=interop/shell/target/lib
    lib/dbus=interop/dbus/target/lib
    lib/parquet=interop/parquet/target/lib
    lib/arrow=interop/arrow/target/lib
    lib/python=interop/python/target/runtime/modules
    lib/javascript=interop/javascript/target/runtime/modules
    lib/workloads=tpch/target/lib
    lib/bench=bench/target/lib
    lib/micro.py=bench/src/main/python/micro.py
)

# What a Java for sqlvm must have: for the shell and Python, for the other databases, and for tools
# that look into a process.
layout_modules=java.se,jdk.charsets,jdk.httpserver,jdk.internal.vm.ci,jdk.jcmd,jdk.jfr,jdk.management
layout_modules+=,jdk.naming.dns,jdk.net,jdk.security.auth,jdk.unsupported,jdk.zipfs
layout_modules+=,org.graalvm.polyglot,org.graalvm.truffle.runtime

# link_java JAVA [jlink's options]: a Java of $jdk that starts the shell in a fifth of the time, by jlink: a plain JDK
# shares no loaded classes between runs when a module of it is replaced, as its empty compiler must
# be. This one has no compiler, so that ours is a module like others. Fails if jlink is missing.
link_java() {
    local runtime=$root/language/target/runtime java=$1
    shift
    [[ -z ${graalvm:-} ]] &&
        "$jdk/bin/jlink" "$@" --module-path "$runtime/upgrade:$runtime/modules" \
            --add-modules "$layout_modules" --no-header-files --no-man-pages \
            --generate-cds-archive --output "$java" >/dev/null 2>&1
}

# make_arguments FOLDER: the flags of every process, less the paths, which bin/sqlvm knows.
make_arguments() {
    local file
    for file in "$root/language/src/main/runtime/"{jvm,jvmci}.args \
        "$root/interop/python/src/main/runtime/python.args" \
        "$root/interop/javascript/src/main/runtime/javascript.args"; do
        grep -v -e '^#' -e '^--module-path' -e '^--upgrade-module-path' "$file" >"$1/${file##*/}"
    done
    cp "$root/interop/python/src/main/runtime/python.directives" "$1"
}

# train FOLDER START: makes a file of all classes that a start loads, and of what is known of hot code:
# of a shell with SQL on its command line (once) or on its input (long), of a Python program (python),
# of one in JavaScript (javascript), of the console (console), or of the resident process (warm). Two steps, since a process that
# the first one started would not have the descriptors of bin/sqlvm. A Java that can make none has an empty file.
train() {
    local home=$1 start=$2 work=$1/lib/cache/$2.$$ input=/dev/null
    # Java trains no process that starts from a cache, not even from an old one.
    rm -rf "$work" "$home/lib/cache/$start.aot"
    mkdir -p "$work"
    local -a run=("$home/bin/sqlvm")
    if [[ $start == python ]]; then
        # The package's modules, compiled: its finder, which is behind Python's own, writes them.
        SQLVM_WARM=0 "${run[@]}" python -c 'import sys; sys.meta_path[-1].save(sys.argv[1])' "$home/lib/cache/python.code" </dev/null >&2 ||
            rm -f "$home/lib/cache/python.code"
        cp "$root/interop/python/src/main/runtime/training.py" "$work"
        run+=(python training.py)
    elif [[ $start == javascript ]]; then
        cp "$root/interop/javascript/src/main/runtime/training.js" "$work"
        run+=(js training.js)
    elif [[ $start == warm ]]; then
        run+=(warm-engine train)
    elif [[ $start == console ]]; then
        run+=(console --train)
    else
        cp "$root/interop/shell/src/main/runtime/training.sql" "$work"
        # The user's own .sqliterc is not part of it.
        run=(env "HOME=$work" "${run[@]}" -batch training.db)
        input=training.sql
        [[ $start == long ]] || run+=('SELECT 1' '.read training.sql')
    fi
    # The first one of the shell fails, since training.sql has errors.
    (
        cd "$work" || exit 1
        SQLVM_JAVA_OPTIONS='-XX:AOTMode=record -XX:AOTConfiguration=training' "${run[@]}" <"$input" || :
        SQLVM_JAVA_OPTIONS='-XX:AOTMode=create -XX:AOTConfiguration=training -XX:AOTCache=cache' "${run[@]}" || :
    ) >"$work/log" 2>&1
    [[ -s $work/cache ]] || : >"$work/cache"
    mv -f "$work/cache" "$home/lib/cache/$start.aot"
    rm -rf "$work"
}

# make_client FOLDER: the thin client of the resident process, if there is a C compiler. Without it,
# every program has a process of its own.
make_client() {
    local source=$root/interop/warm/src/main/c/client.c client=$1/libexec/warm link
    command -v cc >/dev/null || return 0
    # One that is linked dynamically starts in a millisecond more.
    for link in -static ''; do
        # shellcheck disable=SC2086 # No word if it is empty.
        if cc -O2 $link -s -o "$client.$$" "$source" 2>/dev/null; then
            mv -f "$client.$$" "$client"
            return
        fi
    done
}

# lay_links FOLDER: everything but Java and the caches.
lay_links() {
    local sources=$root/dist/archive/src/main/layout folder=$1 part file
    mkdir -p "$folder/bin" "$folder/libexec" "$folder/lib/cache"
    for part in "${layout_parts[@]}"; do
        file=$folder/${part%%=*}
        [[ -L $file && $(readlink "$file") == "$root/${part#*=}" ]] || ln -sfn "$root/${part#*=}" "$file"
    done
    for file in bin/sqlvm libexec/python; do
        cp "$sources/$file" "$folder/$file.$$" && mv -f "$folder/$file.$$" "$folder/$file"
    done
    make_client "$folder"
    mkdir -p "$folder/lib/args.$$"
    make_arguments "$folder/lib/args.$$"
    mv -f "$folder/lib/args.$$/"* "$folder/lib"
    rmdir "$folder/lib/args.$$"
}

# What the layout is made of. If this has changed, the layout is made again.
layout_facts() {
    printf '10 %s %s ' "$jdk" "$root"
    cd "$root/language/target/runtime" && echo upgrade/* modules/*
}

layout_is_made() {
    local sources=$root/dist/archive
    if [[ ${SQLVM_BUILD:-} == never ]]; then
        [[ -x $1/bin/sqlvm ]]
    else
        [[ -r $1/made && $(<"$1/made") == "$(layout_facts)" && ! $sources/layout.bash -nt $1/made &&
            ! $sources/src/main/layout/bin/sqlvm -nt $1/made &&
            ! $root/language/src/main/runtime/jvm.args -nt $1/made &&
            ! $root/interop/python/src/main/runtime/python.directives -nt $1/made &&
            ! $root/interop/python/src/main/runtime/python.args -nt $1/made &&
            ! $root/interop/javascript/src/main/runtime/javascript.args -nt $1/made ]]
    fi
}

# make_layout FOLDER: out of links to the clone. With SQLVM_BUILD=never its Java is the JDK itself,
# until a start without it.
make_layout() {
    local old=$1/lib/java.old.$$ new=$1/lib/java.$$
    lay_links "$1"
    rm -rf "$new" "$1/lib/cache"
    mkdir -p "$1/lib/cache"
    if [[ ${SQLVM_BUILD:-} == never ]] || ! link_java "$new"; then
        rm -rf "$new"
        ln -s "$jdk" "$new"
    fi
    [[ ! -e $1/lib/java ]] || mv "$1/lib/java" "$old"
    mv "$new" "$1/lib/java"
    rm -rf "$old"
    [[ ${SQLVM_BUILD:-} == never ]] || layout_facts >"$1/made"
}

# Whether the cache in folder $1 for start $2, see train, fits what it is made of.
is_trained() {
    local cache=$1/lib/cache/$2.aot jar program=shell
    [[ ${SQLVM_BUILD:-} != never && ! -L $1/lib/java && -w $1/lib/cache ]] || return 0
    [[ -e $cache && ! $1/lib/java/release -nt $cache ]] || return 1
    local -a jars=("$1"/lib/sqlvm-{engine,language,parquet,arrow}.jar)
    [[ $2 != python && $2 != javascript && $2 != warm && $2 != console ]] || program=$2
    [[ $program != warm && $program != console ]] || jars+=("$1"/lib/sqlvm-{java,server}.jar)
    for jar in "${jars[@]}" "$1/lib/sqlvm-$program.jar" \
        "$1"/lib/{"$program",compiler}/*.jar \
        "$root/interop/$program/src/main/runtime/"training.*; do
        [[ ! $jar -nt $cache ]] || return 1
    done
}
