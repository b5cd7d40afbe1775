select returnflag, linestatus, sum(quantity) as sum_qty, avg(discount) as avg_disc, count(*) as count_order
from lineitem
where shipdate <= '1998-08-18' and partkey between ? and ?
group by returnflag, linestatus
order by returnflag, linestatus
