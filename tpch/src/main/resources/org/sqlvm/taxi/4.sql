select passenger_count, cast(strftime('%Y', pickup_datetime) as integer) as y, round(trip_distance) as distance, count(*)
from trips
group by passenger_count, y, distance
