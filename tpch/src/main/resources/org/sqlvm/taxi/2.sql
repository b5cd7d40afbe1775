select passenger_count, count(*), sum(total_amount)
from trips
group by passenger_count
