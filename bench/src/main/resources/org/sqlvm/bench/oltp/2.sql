select returnflag, linestatus, sum(quantity), sum(extendedprice), sum(extendedprice * (1 - discount)),
  sum(extendedprice * (1 - discount) * (1 + tax)), avg(quantity), avg(extendedprice), avg(discount), count(*) as count_order
from lineitem
where shipdate <= '1998-08-18' and partkey between ? and ?
group by returnflag, linestatus
order by returnflag, linestatus
