select trip_id / 5 as k, sum(total_amount)
from trips
group by k
limit 100
