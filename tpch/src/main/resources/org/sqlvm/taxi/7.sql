select pickup_puma, dropoff_puma, passenger_count, count(*)
from trips
group by pickup_puma, dropoff_puma, passenger_count
