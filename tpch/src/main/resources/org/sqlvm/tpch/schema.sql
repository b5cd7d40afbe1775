-- Tables of TPC-H with unprefixed column names; dates are text, as SQLite keeps them.
create table part (partkey INTEGER PRIMARY KEY, name TEXT, mfgr TEXT, brand TEXT, type TEXT, size INTEGER, container TEXT, retailprice REAL, comment TEXT);
create table supplier (suppkey INTEGER PRIMARY KEY, name TEXT, address TEXT, nationkey INTEGER, phone TEXT, acctbal REAL, comment TEXT);
create table partsupp (partkey INTEGER, suppkey INTEGER, availqty INTEGER, supplycost REAL, comment TEXT, PRIMARY KEY (partkey, suppkey));
create table customer (custkey INTEGER PRIMARY KEY, name TEXT, address TEXT, nationkey INTEGER, phone TEXT, acctbal REAL, mktsegment TEXT, comment TEXT);
create table nation (nationkey INTEGER PRIMARY KEY, name TEXT, regionkey INTEGER, comment TEXT);
create table region (regionkey INTEGER PRIMARY KEY, name TEXT, comment TEXT);
create table lineitem (orderkey INTEGER, partkey INTEGER, suppkey INTEGER, linenumber INTEGER, quantity INTEGER, extendedprice REAL, discount REAL, tax REAL, returnflag TEXT, linestatus TEXT, shipdate TEXT, commitdate TEXT, receiptdate TEXT, shipinstruct TEXT, shipmode TEXT, comment TEXT, PRIMARY KEY (orderkey, linenumber));
create table orders (orderkey INTEGER PRIMARY KEY, custkey INTEGER, orderstatus TEXT, totalprice REAL, orderdate TEXT, orderpriority TEXT, clerk TEXT, shippriority INTEGER, comment TEXT);
create index nation_regionkey on nation(regionkey);
create index supplier_nationkey on supplier(nationkey);
create index customer_nationkey on customer(nationkey);
create index lineitem_partkey on lineitem(partkey);
create index lineitem_suppkey on lineitem(suppkey);
create index orders_custkey on orders(custkey);
create index partsupp_suppkey on partsupp(suppkey);
create index orders_orderdate on orders(orderdate);
create view revenue as
 select suppkey as supplier_no, sum(extendedprice * (1 - discount)) as totarevenue
 from lineitem where shipdate >= '1995-01-01' and shipdate < '1995-04-01' group by suppkey;
