select passenger_count, trip_distance, total_amount
from trips
order by total_amount desc
limit 100
