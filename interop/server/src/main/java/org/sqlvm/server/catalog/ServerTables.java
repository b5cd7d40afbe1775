package org.sqlvm.server.catalog;

import org.sqlvm.server.session.Clients;
import org.sqlvm.server.session.Login;
import org.sqlvm.server.settings.SessionParameters;
import org.sqlvm.server.sql.DialectRewriter;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The tables of pg_catalog about the server and the session, and those that are always empty. */
final class ServerTables {
    static final String OWNER_NAME = "sqlvm";
    private static final long DATABASE = 16_000;
    private static final long UTF8 = 6;

    private ServerTables() {}

    static List<CatalogTable> of(
            Catalog catalog, SessionParameters parameters, Login login, Clients clients) {
        List<CatalogTable> tables = new ArrayList<>();
        tables.add(new CatalogTable(
                "pg_database",
                "oid oid, datname name, datdba oid, encoding int4, datcollate name, datctype name,"
                        + " datistemplate bool, datallowconn bool, datconnlimit int4,"
                        + " datlastsysoid oid, dattablespace oid, datacl text",
                () -> List.<Object[]>of(new Object[] {
                    DATABASE,
                    login.database(),
                    RelationTables.OWNER,
                    UTF8,
                    "C",
                    "C",
                    0L,
                    1L,
                    -1L,
                    0L,
                    1663L,
                    null
                })));
        String roles = "oid oid, rolname name, rolsuper bool, rolinherit bool, rolcreaterole bool,"
                + " rolcreatedb bool, rolcanlogin bool, rolreplication bool, rolbypassrls bool,"
                + " rolconnlimit int4, rolpassword text, rolvaliduntil text, rolconfig text";
        for (String name : List.of("pg_roles", "pg_authid")) {
            tables.add(new CatalogTable(name, roles, () -> roles(login)));
        }
        tables.add(new CatalogTable(
                "pg_user",
                "usename name, usesysid oid, usecreatedb bool, usesuper bool, userepl bool,"
                        + " usebypassrls bool, passwd text, valuntil text, useconfig text",
                () -> List.<Object[]>of(new Object[] {
                    login.user(), RelationTables.OWNER + 1, 0L, 0L, 0L, 0L, null, null, null
                })));
        tables.add(new CatalogTable(
                "pg_settings",
                "name text, setting text, unit text, category text, short_desc text,"
                        + " extra_desc text, context text, vartype text, source text,"
                        + " min_val text, max_val text, enumvals text, boot_val text,"
                        + " reset_val text, sourcefile text, sourceline int4,"
                        + " pending_restart bool",
                () -> settings(parameters)));
        tables.add(new CatalogTable(
                "pg_get_keywords",
                "word text, catcode char, catdesc text",
                () -> DialectRewriter.keywords().stream()
                        .map(word -> new Object[] {word.toLowerCase(Locale.ROOT), "R", "reserved"})
                        .toList()));
        tables.add(new CatalogTable(
                "pg_stat_activity",
                "datid oid, datname name, pid int4, usename name, application_name text,"
                        + " client_addr text, backend_start text, query_start text,"
                        + " state_change text, state text, query text",
                () -> clients.activities().stream()
                        .map(each -> each.row(DATABASE, login.database(), login.user()))
                        .toList()));
        tables.addAll(empty());
        return tables;
    }

    private static List<Object[]> roles(Login login) {
        List<Object[]> rows = new ArrayList<>();
        rows.add(role(RelationTables.OWNER, OWNER_NAME, 1L));
        if (!login.user().equals(OWNER_NAME)) {
            rows.add(role(RelationTables.OWNER + 1, login.user(), 0L));
        }
        return rows;
    }

    private static Object[] role(long oid, String name, long isSuper) {
        return new Object[] {oid, name, isSuper, 1L, 0L, 0L, 1L, 0L, 0L, -1L, null, null, null};
    }

    private static List<Object[]> settings(SessionParameters parameters) {
        List<Object[]> rows = new ArrayList<>();
        for (Map.Entry<String, String> each : new TreeMap<>(parameters.all()).entrySet()) {
            Object[] row = new Object[17];
            row[0] = each.getKey();
            row[1] = each.getValue();
            row[6] = "user";
            row[7] = "string";
            row[8] = "default";
            row[16] = 0L;
            rows.add(row);
        }
        return rows;
    }

    /** Returns the tables of the catalog that are always empty. */
    private static List<CatalogTable> empty() {
        Map<String, String> columns = Map.ofEntries(
                Map.entry("pg_aggregate", "aggfnoid oid, aggkind char"),
                Map.entry(
                        "pg_auth_members",
                        "roleid oid, member oid, grantor oid, admin_option bool"),
                Map.entry("pg_cast", "oid oid, castsource oid, casttarget oid, castfunc oid"),
                Map.entry(
                        "pg_depend",
                        "classid oid, objid oid, objsubid int4, refclassid oid, refobjid oid,"
                                + " refobjsubid int4, deptype char"),
                Map.entry(
                        "pg_description",
                        "objoid oid, classoid oid, objsubid int4, description text"),
                Map.entry(
                        "pg_enum", "oid oid, enumtypid oid, enumsortorder float4, enumlabel name"),
                Map.entry("pg_event_trigger", "oid oid, evtname name"),
                Map.entry(
                        "pg_extension",
                        "oid oid, extname name, extowner oid, extnamespace oid, extversion text"),
                Map.entry(
                        "pg_foreign_server",
                        "oid oid, srvname name, srvowner oid, srvfdw oid, srvoptions text"),
                Map.entry("pg_foreign_table", "ftrelid oid, ftserver oid, ftoptions text"),
                Map.entry("pg_inherits", "inhrelid oid, inhparent oid, inhseqno int4"),
                Map.entry("pg_language", "oid oid, lanname name"),
                Map.entry(
                        "pg_matviews",
                        "schemaname name, matviewname name, matviewowner name, definition text"),
                Map.entry(
                        "pg_opclass",
                        "oid oid, opcname name, opcmethod oid, opcdefault bool, opcintype oid"),
                Map.entry("pg_operator", "oid oid, oprname name, oprnamespace oid"),
                Map.entry("pg_partitioned_table", "partrelid oid, partstrat char"),
                Map.entry(
                        "pg_policy",
                        "oid oid, polname name, polrelid oid, polcmd char, polpermissive bool,"
                                + " polroles oid[], polqual text, polwithcheck text"),
                Map.entry(
                        "pg_proc",
                        "oid oid, proname name, pronamespace oid, proowner oid, prolang oid,"
                                + " proisagg bool, proiswindow bool, prokind char,"
                                + " proretset bool, prorettype oid, pronargs int2,"
                                + " proargtypes oidvector, proargnames text, proargmodes text,"
                                + " proallargtypes text, prosrc text, provolatile char,"
                                + " proargdefaults text, pronargdefaults int2, prosecdef bool,"
                                + " proleakproof bool, proisstrict bool, procost float4,"
                                + " prorows float4, provariadic oid, probin text,"
                                + " proconfig text, proacl text"),
                Map.entry(
                        "pg_range",
                        "rngtypid oid, rngsubtype oid, rngmultitypid oid, rngcollation oid,"
                                + " rngsubopc oid, rngcanonical text, rngsubdiff text"),
                Map.entry(
                        "pg_rewrite",
                        "oid oid, rulename name, ev_class oid, ev_type char, ev_enabled char,"
                                + " is_instead bool"),
                Map.entry("pg_sequence", "seqrelid oid, seqtypid oid, seqstart int8"),
                Map.entry("pg_sequences", "schemaname name, sequencename name"),
                Map.entry("pg_shdescription", "objoid oid, classoid oid, description text"),
                Map.entry("pg_statistic_ext", "oid oid, stxrelid oid, stxname name"),
                Map.entry("pg_tablespace", "oid oid, spcname name, spcowner oid, spcacl text"),
                Map.entry(
                        "pg_trigger",
                        "oid oid, tgrelid oid, tgname name, tgfoid oid, tgtype int2,"
                                + " tgenabled char, tgisinternal bool, tgconstraint oid,"
                                + " tgdeferrable bool, tginitdeferred bool, tgnargs int2"),
                Map.entry("pg_ts_config", "oid oid, cfgname name, cfgnamespace oid"),
                Map.entry("pg_ts_dict", "oid oid, dictname name, dictnamespace oid"));
        List<CatalogTable> tables = new ArrayList<>();
        columns.forEach((name, types) -> tables.add(new CatalogTable(name, types, List::of)));
        return tables;
    }
}
