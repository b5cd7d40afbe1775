select passenger_count, cast(strftime('%Y', pickup_datetime) as integer) as y, count(*)
from trips
group by passenger_count, y
