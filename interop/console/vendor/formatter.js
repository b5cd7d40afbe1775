export {formatDialect, sqlite} from "sql-formatter";
