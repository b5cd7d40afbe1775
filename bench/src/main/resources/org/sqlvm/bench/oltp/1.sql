select c.custkey, c.name, c.phone, c.acctbal, o.orderstatus, o.totalprice, o.orderdate, o.clerk,
  l.linenumber, l.quantity, l.discount, l.tax, l.shipdate, ps.availqty, ps.supplycost,
  p.name, p.brand, p.retailprice, s.name, s.address, s.phone
from customer c
  join orders o on c.custkey = o.custkey
  join lineitem l on l.orderkey = o.orderkey
  join partsupp ps on ps.partkey = l.partkey and ps.suppkey = l.suppkey
  join part p on p.partkey = ps.partkey
  join supplier s on s.suppkey = ps.suppkey
where c.custkey between ? and ?
order by o.orderdate desc
